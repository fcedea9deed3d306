"""Clusters that one process starts: `graphlab run --cluster`, and `gl.cluster` in notebooks."""
