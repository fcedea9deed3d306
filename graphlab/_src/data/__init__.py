"""Input pipelines: datasets as operations of the graph, and what runs them on the host."""
