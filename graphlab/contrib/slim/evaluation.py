"""Evaluations of checkpoints, with summaries."""

from graphlab._src.contrib.slim.evaluation import evaluate_once, evaluation_loop
from graphlab._src.train.saving.checkpoint_utils import checkpoints_iterator, wait_for_new_checkpoint

__all__ = ["checkpoints_iterator", "evaluate_once", "evaluation_loop", "wait_for_new_checkpoint"]
