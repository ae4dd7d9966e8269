"""Building blocks of the user interface: custom ids, names, pictures, errors."""
