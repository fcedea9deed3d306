"""Derivatives of graphs, as more graph."""
