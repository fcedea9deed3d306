"""tf.contrib.boosted_trees: gradient boosted trees that grow layer by layer from accumulated gradients (TF Boosted Trees, 2017)."""
