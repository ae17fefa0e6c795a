"""The golden corpus: whole matches that still mean the same, whatever becomes of the code. It lies in `replays/golden`.

No file there is ever changed, and no line of one: what they say has happened. `python -m tests.golden` only adds, and
only what is missing. `corpus` reads the files, `digests` says in short what a state means, `facts` what a record shows,
`wanted` what all of them together have to show, `match` plays the matches, `shapes` writes down what events look like.
"""
