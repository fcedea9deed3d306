"""k-means: the operations that find and choose centers, and the graph that trains them."""
