"""Keras: layers, models, and how models are trained."""
