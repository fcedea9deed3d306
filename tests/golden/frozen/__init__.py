"""Graphs as TensorFlow 1.15 left them behind, with what goes in and what it made of that."""
