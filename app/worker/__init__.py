"""What runs behind the requests: the sequencer and its readers, clocks, bots, orders, analyses, letters and notices.

`jobs` are what is done, round by round: in a `thread` beside the requests, or in a `process` of its own. Events get
their places beside the rounds (`ordering`), and what may take long for others' sake is done `aside` of them.
"""
