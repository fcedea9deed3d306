"""AutoGraph: Python's if, while and for over tensors become operations of the graph."""
