"""Parts of the user interface: custom ids, names, pictures, errors."""
