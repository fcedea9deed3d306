"""Files: GraphDefs and MetaGraphDefs, checkpoints, SavedModels, records and their readers."""
