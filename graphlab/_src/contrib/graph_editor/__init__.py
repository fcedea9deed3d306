"""tf.contrib.graph_editor: operations of a graph selected, rewired and copied."""
