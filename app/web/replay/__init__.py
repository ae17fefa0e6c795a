"""Replays: a game, or a record from elsewhere, at any position, with what is said of it and what can be checked.

`viewer` (the page) shows something `replayed` (a game or an import): it draws a `position` on its `board`, and puts
`beside` it what else could have been done (`decisions`), what leads elsewhere, and files. `steps` is what its script
steps through. Readers write `remarks`, and ask `what_if`: a practice table from there, an analysis. `audit` is what the
verifier found; `replays_page` is where records from elsewhere are brought.
"""
