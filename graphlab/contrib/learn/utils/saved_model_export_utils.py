"""tf.contrib.learn.utils.saved_model_export_utils: how an Experiment exports its model."""

from graphlab._src.contrib.learn.export_strategy import garbage_collect_exports, make_export_strategy

__all__ = ["garbage_collect_exports", "make_export_strategy"]
