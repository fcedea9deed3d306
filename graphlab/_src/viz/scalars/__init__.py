"""Scalars as they arrive: read from event files, drawn as lines, kept up to date in a cell's output."""
