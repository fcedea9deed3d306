"""Live scalars: read from event files as they grow, and drawn as lines in a cell's output."""
