"""Benchmarks of ours beside a peer in the same run; `README.md` says how to run and read them."""
