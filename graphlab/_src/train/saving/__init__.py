"""Saver: saving variables to checkpoints, restoring them, and keeping count of which checkpoints there are."""
