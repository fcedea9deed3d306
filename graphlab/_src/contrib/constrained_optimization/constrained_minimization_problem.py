"""ConstrainedMinimizationProblem: an objective to minimize, and functions that must not be positive."""

import abc
from typing import Any


class ConstrainedMinimizationProblem(abc.ABC):
    """What a program defines: minimize `objective` where no element of `constraints` is positive."""

    @property
    @abc.abstractmethod
    def objective(self) -> Any:
        """A scalar."""

    @property
    def num_constraints(self):
        """How many constraints there are. ValueError where shapes are not known, or differ from the proxies'."""
        dims = self.constraints.get_shape()
        proxies = dims if self.proxy_constraints is None else self.proxy_constraints.get_shape()
        if not (dims.is_fully_defined() and proxies.is_fully_defined()):
            raise ValueError("constraints and proxy_constraints must have fully-known shapes")
        if dims != proxies:
            raise ValueError("constraints and proxy_constraints must have the same shape")
        return int(dims.num_elements())

    @property
    @abc.abstractmethod
    def constraints(self) -> Any:
        """A tensor whose elements should not be positive."""

    @property
    def proxy_constraints(self) -> Any:
        """A tensor of the same shape that is differentiated in place of `constraints`; None: these are."""
        return None

    @property
    def pre_train_ops(self) -> Any:
        """Operations that run before each step, or None."""
        return None
