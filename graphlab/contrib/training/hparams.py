"""HParams: the numbers and names that a model is made with, which a command line may change."""

from graphlab._src.contrib.training.hparams import (
    HParams,
    parse_values,
)

__all__ = [
    "HParams",
    "parse_values",
]
