"""Reviews of matches that are over: what is looked at, how it is made once for all, and what it comes to."""
