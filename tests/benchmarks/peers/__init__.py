"""The peers, each a program that prints its figures; they import nothing of ours."""
