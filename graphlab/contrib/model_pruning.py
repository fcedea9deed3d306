"""tf.contrib.model_pruning: weights that are multiplied by masks, which a schedule makes sparser during training."""

from graphlab._src.contrib.model_pruning.layers.layers import (
    masked_conv2d,
    masked_convolution,
    masked_fully_connected,
)
from graphlab._src.contrib.model_pruning.layers.rnn_cells import MaskedBasicLSTMCell, MaskedLSTMCell
from graphlab._src.contrib.model_pruning.learning import train
from graphlab._src.contrib.model_pruning.pruning import (
    Pruning,
    apply_mask,
    get_masked_weights,
    get_masks,
    get_pruning_hparams,
    get_thresholds,
    get_weight_sparsity,
    get_weights,
)
from graphlab._src.contrib.model_pruning.strip_pruning_vars_lib import (
    graph_def_from_checkpoint,
    strip_pruning_vars_fn,
)

__all__ = [
    "MaskedBasicLSTMCell",
    "MaskedLSTMCell",
    "Pruning",
    "apply_mask",
    "get_masked_weights",
    "get_masks",
    "get_pruning_hparams",
    "get_thresholds",
    "get_weight_sparsity",
    "get_weights",
    "graph_def_from_checkpoint",
    "masked_conv2d",
    "masked_convolution",
    "masked_fully_connected",
    "strip_pruning_vars_fn",
    "train",
]
