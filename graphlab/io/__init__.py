"""Graphs in TensorFlow's file formats."""
