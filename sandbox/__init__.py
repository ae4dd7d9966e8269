"""An offline Discord: REST v10, gateway v10 and a page where one person plays every seat."""
