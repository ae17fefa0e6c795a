"""The record of a game: its bytes, its chain, its deal, and the checks that anybody can repeat.

Needs the standard library and `app.rules`, nothing of web or database. FORMAT.md is the page of the format.
Read in this order: `format` (canonical bytes), `chain`, `merkle` and `deal` (seeds, shuffles, proofs), `fold` (lines
into a state), `verify`, which plays a record again by `rerun` (with `suppose` where a seed is not published yet),
`files`; `scenario`, `position`. `branch` goes on from any event of a record in another one. `notation` is the same as
text for people, in a package of its own with a page of its own. `analysis` weighs every decision of a hand by what its
seat knew. `recording` opens a record at any position, `show` and `exports` make of it what people look at, and
`commands` are those of `python -m replays`.
"""
