"""Play: widgets that feed a run, and the values of runs on the nodes and edges of the diagram."""
