"""tf.contrib.training: HParams, create_train_op, and evaluations of checkpoints."""

from graphlab._src.contrib.training.buckets import bucket, bucket_by_sequence_length
from graphlab._src.contrib.training.feeding import FeedingQueueRunner
from graphlab._src.contrib.training.loop import train
from graphlab._src.contrib.training.placement import (
    GreedyLoadBalancingStrategy,
    RandomStrategy,
    byte_size_load_fn,
)
from graphlab._src.contrib.training.resampling import resample_at_rate, weighted_resample
from graphlab._src.contrib.training.sampling import rejection_sample, stratified_sample
from graphlab._src.contrib.training.segment_batch import NextQueuedSequenceBatch
from graphlab._src.contrib.training.sequence_batches import batch_sequences_with_states
from graphlab._src.contrib.training.state_saver import SequenceQueueingStateSaver
from graphlab._src.contrib.training.summary_hook import SummaryAtEndHook
from graphlab._src.contrib.training.train_op import (
    add_gradients_summaries,
    clip_gradient_norms,
    clip_gradient_norms_fn,
    create_train_op,
    multiply_gradients,
)
from graphlab._src.train.evaluation import (
    StopAfterNEvalsHook,
    evaluate_once,
    evaluate_repeatedly,
    get_or_create_eval_step,
)
from graphlab._src.train.saving.checkpoint_utils import checkpoints_iterator, wait_for_new_checkpoint
from graphlab.contrib.training.hparams import HParams, parse_values

__all__ = [
    "stratified_sample",
    "rejection_sample",
    "weighted_resample",
    "resample_at_rate",
    "FeedingQueueRunner",
    "GreedyLoadBalancingStrategy",
    "HParams",
    "NextQueuedSequenceBatch",
    "RandomStrategy",
    "SequenceQueueingStateSaver",
    "StopAfterNEvalsHook",
    "SummaryAtEndHook",
    "add_gradients_summaries",
    "batch_sequences_with_states",
    "bucket",
    "bucket_by_sequence_length",
    "byte_size_load_fn",
    "checkpoints_iterator",
    "clip_gradient_norms",
    "clip_gradient_norms_fn",
    "create_train_op",
    "evaluate_once",
    "evaluate_repeatedly",
    "get_or_create_eval_step",
    "multiply_gradients",
    "parse_values",
    "train",
    "wait_for_new_checkpoint",
]
