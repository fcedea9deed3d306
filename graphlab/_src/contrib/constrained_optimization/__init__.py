"""tf.contrib.constrained_optimization: minimizing under constraints, as a game of two players (Cotter et al., 2018)."""
