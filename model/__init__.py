"""The values of the house: matches, careers, cups, ratings, and the kinds of each."""
