"""Pooling: a number for each window of an image, its highest or its mean, in one to three dimensions."""
