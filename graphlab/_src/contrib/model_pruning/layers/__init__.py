"""Layers and recurrent cells with masked weights."""
