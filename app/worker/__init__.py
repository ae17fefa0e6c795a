"""What runs behind the requests: the sequencer, the clocks, the bots and the analyses.

`jobs` are what is done, round by round: in a `thread` beside the requests, or in a `process` of its own. Events get
their places beside the rounds, and what may take long for others' sake is done `aside` of them.
"""
