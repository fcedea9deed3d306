"""WarmStartSettings: from which other model an Estimator's variables begin."""

import collections

_FIELDS = [
    "ckpt_to_initialize_from",
    "vars_to_warm_start",
    "var_name_to_vocab_info",
    "var_name_to_prev_var_name",
]


class WarmStartSettings(collections.namedtuple("WarmStartSettings", _FIELDS)):
    """What tf.train.warm_start is called with; see there. ValueError without a checkpoint."""

    def __new__(
        cls,
        ckpt_to_initialize_from,
        vars_to_warm_start=".*",
        var_name_to_vocab_info=None,
        var_name_to_prev_var_name=None,
    ):
        if not ckpt_to_initialize_from:
            raise ValueError("`ckpt_to_initialize_from` MUST be set in WarmStartSettings")
        return super().__new__(
            cls,
            ckpt_to_initialize_from,
            vars_to_warm_start,
            var_name_to_vocab_info or {},
            var_name_to_prev_var_name or {},
        )
