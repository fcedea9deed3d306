"""What outlives a run: variables and the operations on them."""
