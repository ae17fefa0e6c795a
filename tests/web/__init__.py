"""Pages, asked for as a browser without scripts asks."""
