"""What runs behind the requests: the sequencer, the clocks and the bots."""
