"""For whoever runs the service: `doctor` and its `checkup` of one game, `measures`, `simulation`, `demo`."""
