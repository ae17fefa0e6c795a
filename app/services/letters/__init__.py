"""Letters: `letters` are their words, written on `paper`; `deliveries` to whom and when again, `post` by which way."""
