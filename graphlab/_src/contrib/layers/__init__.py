"""Layers as functions, with arg_scope and variables of their own names."""
