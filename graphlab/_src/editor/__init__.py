"""Building in the diagram: what can be applied to tensors there, and the line of code that does it."""
