"""Pooling: the maximum or the mean of windows, in one to three dimensions."""
