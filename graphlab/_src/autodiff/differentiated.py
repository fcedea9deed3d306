"""What was differentiated: which gradients were built, and through which edges they flow."""

import dataclasses
from typing import Any

from graphlab._src.graph import Operation


@dataclasses.dataclass
class Differentiated:
    """One call of gradients.

    ys: the tensors that were differentiated.  xs: by what, as tensors.  stops: the tensors that counted as constants.
    edges: (operation, which input) of all inputs that a gradient was built for.
    gradients: that of each x, or None.
    """

    ys: list[Any]
    xs: list[Any]
    stops: list[Any]
    edges: set[tuple[Operation, int]] = dataclasses.field(default_factory=set[tuple[Operation, int]])
    gradients: list[Any] = dataclasses.field(default_factory=list[Any])
