"""Hyperparameters and training steps."""
