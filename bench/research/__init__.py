"""Balance and strength: programs whose figures stand in `docs/`, kept so that anyone can measure them again."""
