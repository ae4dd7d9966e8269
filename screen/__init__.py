"""A match in words for one reader, whatever shows it: questions with their answers, news, names, verdicts."""
