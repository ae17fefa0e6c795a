"""The record of a game: bytes, chain, deal and verifier, on the standard library and `app.rules` alone."""
