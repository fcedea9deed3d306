"""tf.contrib.tfprof: profiles of models under their first names."""

from graphlab.contrib.tfprof import model_analyzer as model_analyzer

__all__ = ["model_analyzer"]
