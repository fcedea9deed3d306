"""Graph views: what a notebook cell shows of a graph, and what keeps it live."""
