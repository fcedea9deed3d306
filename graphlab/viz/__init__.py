"""graphlab.viz: what extends the diagram."""
