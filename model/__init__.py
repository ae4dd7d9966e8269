"""The values of the model: matches, careers, cups, ratings, and the kinds of each."""
