"""Branches, loops and function calls: recognized in a graph, and lowered to JAX."""
