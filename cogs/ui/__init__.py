"""What all of the user interface is made of: custom ids, names, pictures, errors."""
