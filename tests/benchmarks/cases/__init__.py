"""Our side of each benchmark: programs that print their figures as one JSON object."""
