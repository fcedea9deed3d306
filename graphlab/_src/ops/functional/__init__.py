"""Functions of the elements of a tensor: map_fn, scan, foldl, foldr, each one loop in the graph."""
