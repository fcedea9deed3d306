"""ModeKeys: what a model function is called for."""


class ModeKeys:
    """TRAIN, EVAL or PREDICT."""

    TRAIN = "train"
    EVAL = "eval"
    PREDICT = "infer"
