"""How people write calls, where a rule does not say so: what they pass by position, by keyword, and how they call the result."""

from collections.abc import Sequence
from typing import Final

# Parameters whose names say what a tensor is for: programs write them.
BY_KEYWORD: Final[Sequence[str]] = """
    labels logits predictions onehot_labels multi_class_labels y_true y_pred targets log_input pos_weight values weights
""".split()

# function -> parameters other than tensors that programs pass by position
BY_POSITION: Final = {
    "placeholder": "dtype shape",
    "placeholder_with_default": "input shape",
    "get_variable": "shape",
    "constant": "value",
    "zeros": "shape",
    "ones": "shape",
    "fill": "dims value",
    "eye": "num_rows",
    "range": "start limit delta",
    "linspace": "start stop num",
    "reshape": "shape",
    "cast": "dtype",
    "saturate_cast": "dtype",
    "tile": "multiples",
    "pad": "paddings",
    "slice": "begin size",
    "one_hot": "depth",
    "expand_dims": "axis",
    "clip_by_value": "clip_value_min clip_value_max",
    "clip_by_norm": "clip_norm",
    "clip_by_global_norm": "clip_norm",
    "einsum": "equation inputs",
    "random_normal": "shape",
    "random_uniform": "shape",
    "truncated_normal": "shape",
    "broadcast_to": "shape",
    "concat": "values",
    "stack": "values",
    "image.resize_images": "size",
    "image.convert_image_dtype": "dtype",
    "split": "value num_or_size_splits",
    "train.piecewise_constant": "x boundaries values",
    "summary.scalar": "tensor",
    "summary.histogram": "values",
    "metrics.mean": "values",
    **{
        f"train.{name}": "learning_rate global_step"
        for name in "exponential_decay polynomial_decay cosine_decay natural_exp_decay inverse_time_decay cosine_decay_restarts "
        "linear_cosine_decay noisy_linear_cosine_decay".split()
    },
    "keras.layers.Bidirectional": "layer",
    "keras.layers.TimeDistributed": "layer",
    "strings.format": "template inputs",
    "nn.dynamic_rnn": "cell",
    "nn.static_rnn": "cell",
    "nn.bidirectional_dynamic_rnn": "cell_fw cell_bw",
    "keras.layers.Dense": "units",
    "keras.layers.Conv2D": "filters kernel_size",
    "keras.layers.LSTM": "units",
    "keras.layers.GRU": "units",
    "keras.layers.SimpleRNN": "units",
    "keras.layers.Embedding": "input_dim output_dim",
    "keras.layers.Dropout": "rate",
    **dict.fromkeys(
        [
            f"train.{name}Optimizer"
            for name in "Adam GradientDescent RMSProp Adagrad Adadelta Ftrl ProximalAdagrad ProximalGradientDescent".split()
        ],
        "learning_rate",
    ),
    "train.MomentumOptimizer": "learning_rate momentum",
}

# function -> the name of what it makes, where that is not its own
TARGETS: Final = {
    "placeholder": "x",
    "placeholder_with_default": "x",
    "get_variable": "weights",
    "constant": "constant",
    "gradients": "gradients",
    "losses.get_regularization_loss": "regularization_loss",
    "losses.get_total_loss": "total_loss",
    "summary.merge_all": "summaries",
    "summary.merge": "summaries",
    "nn.sparse_softmax_cross_entropy_with_logits": "cross_entropy",
    "nn.softmax_cross_entropy_with_logits_v2": "cross_entropy",
    "nn.sigmoid_cross_entropy_with_logits": "cross_entropy",
    "nn.weighted_cross_entropy_with_logits": "cross_entropy",
    "train.exponential_decay": "learning_rate",
    "train.polynomial_decay": "learning_rate",
    "train.cosine_decay": "learning_rate",
    "train.piecewise_constant": "learning_rate",
    "train.natural_exp_decay": "learning_rate",
    "train.inverse_time_decay": "learning_rate",
    "train.get_or_create_global_step": "global_step",
    **dict.fromkeys(
        [
            f"train.{name}Optimizer"
            for name in "Adam GradientDescent Momentum RMSProp Adagrad AdagradDA Adadelta Ftrl ProximalAdagrad ProximalGradientDescent".split()
        ],
        "train_op",
    ),
    **dict.fromkeys(
        [
            f"losses.{name}"
            for name in "softmax_cross_entropy sparse_softmax_cross_entropy sigmoid_cross_entropy mean_squared_error".split()
        ],
        "loss",
    ),
}
