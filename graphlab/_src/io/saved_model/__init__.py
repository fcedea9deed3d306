"""SavedModels: graphs with their variables, signatures and assets."""
