"""The convex losses that SDCA minimizes, with what their dual problems need of them.

wx: the sum of weights and features of an example.  dual: its dual variable.  norm: its squared norm over the L2 factor.
Shalev-Shwartz and Zhang, "Stochastic Dual Coordinate Ascent Methods for Regularized Loss Minimization", 2013.
"""

import math

from graphlab._src.base.errors import invalid

_LARGEST = float.fromhex("0x1.fffffffffffffp+1023")
_NEWTON_STEPS = 10


class Loss:
    """A loss of an example; labels are as `label` returns them."""

    smoothness: float = 0.0

    def label(self, given: float) -> float:
        """The label that the methods are given; InvalidArgumentError for one that the loss has no value for."""
        return given

    def updated_dual(self, partitions: int, label: float, weight: float, dual: float, wx: float, norm: float) -> float:
        """The dual variable that makes the dual problem largest, the others as they are."""
        raise NotImplementedError

    def primal(self, wx: float, label: float, weight: float) -> float:
        """The loss."""
        raise NotImplementedError

    def dual(self, dual: float, label: float, weight: float) -> float:
        """The conjugate of the loss, at the dual variable."""
        raise NotImplementedError

    def derivative(self, wx: float, label: float) -> float:
        """That of the loss, by wx."""
        raise NotImplementedError


class _Binary(Loss):
    def label(self, given):
        if given not in (0.0, 1.0):
            raise invalid(f"Only labels of 0.0 or 1.0 are supported right now. Found example with label: {given:g}")
        return 1.0 if given == 1.0 else -1.0


def _log(x):
    return math.log(x) if x > 0 else 0.0


def _exp(x):
    return math.exp(x) if x < 709.0 else math.inf


class LogisticLoss(_Binary):
    """log(1 + exp(-label · wx))."""

    smoothness = 4.0

    def updated_dual(self, partitions, label, weight, dual, wx, norm):
        x, scale = 0.0, partitions * norm * weight
        for _ in range(_NEWTON_STEPS):
            tanh = math.tanh(x)
            value = -2 * label * x - wx - scale * (0.5 * (1 + tanh) / label - dual)
            x -= value / (-2 * label - scale * (1 - tanh * tanh) * 0.5 / label)
        return 0.5 * (1 + math.tanh(x)) / label

    def primal(self, wx, label, weight):
        margin = label * wx
        return (math.log1p(math.exp(-abs(margin))) + max(-margin, 0.0)) * weight

    def dual(self, dual, label, weight):
        share = dual * label
        return (share * _log(share) + (1 - share) * _log(1 - share)) * weight

    def derivative(self, wx, label):
        margin = label * wx
        small = math.exp(-abs(margin))
        return -label * (small if margin > 0 else 1.0) / (1 + small)


class SquaredLoss(Loss):
    """(wx - label)² / 2."""

    smoothness = 1.0

    def updated_dual(self, partitions, label, weight, dual, wx, norm):
        return dual + (label - dual - wx) / (1 + partitions * weight * norm)

    def primal(self, wx, label, weight):
        return (wx - label) ** 2 * weight * 0.5

    def dual(self, dual, label, weight):
        return dual * (0.5 * dual - label) * weight

    def derivative(self, wx, label):
        return wx - label


class SmoothHingeLoss(_Binary):
    """max(0, 1 - label · wx), its corner rounded with a parabola as wide as `gamma`."""

    gamma: float = 1.0
    smoothness = 1.0

    def updated_dual(self, partitions, label, weight, dual, wx, norm):
        gradient, curve = label - wx - self.gamma * dual, partitions * weight * norm + self.gamma
        step = gradient / curve if curve else math.copysign(math.inf, gradient) if gradient else 0.0
        return min(max(label * (dual + step), 0.0), 1.0) * label

    def primal(self, wx, label, weight):
        margin = label * wx
        if margin >= 1:
            return 0.0
        if margin <= 1 - self.gamma:
            return (1 - margin - self.gamma / 2) * weight
        return (1 - margin) ** 2 * weight * 0.5 / self.gamma

    def dual(self, dual, label, weight):
        share = dual * label
        if share < 0 or share > 1.0:
            return _LARGEST
        return (-share + 0.5 * self.gamma * dual * dual) * weight

    def derivative(self, wx, label):
        margin = label * wx
        if margin >= 1:
            return 0.0
        return -label if margin <= 1 - self.gamma else (wx - label) / self.gamma


class HingeLoss(SmoothHingeLoss):
    """max(0, 1 - label · wx)."""

    gamma = 0.0
    smoothness = 0.0


class PoissonLoss(Loss):
    """exp(wx) - label · wx."""

    smoothness = 1.0

    def label(self, given):
        if given < 0:
            raise invalid(
                f"Only non-negative labels can be used with the Poisson log loss. Found example with label: {given:g}"
            )
        return given

    def updated_dual(self, partitions, label, weight, dual, wx, norm):
        rest, scale = label - dual, partitions * norm * weight
        x = _log(rest)
        for _ in range(_NEWTON_STEPS):
            power = _exp(x)
            x -= (x - wx - scale * (rest - power)) / (1 + scale * power)
        return label - _exp(x)

    def primal(self, wx, label, weight):
        return (_exp(wx) - wx * label) * weight

    def dual(self, dual, label, weight):
        rest = label - dual
        if rest == 0:
            return 0.0
        return _LARGEST if rest < 0 else rest * (math.log(rest) - 1) * weight

    def derivative(self, wx, label):
        return _exp(wx) - label


LOSSES: dict[str, Loss] = {
    "logistic_loss": LogisticLoss(),
    "squared_loss": SquaredLoss(),
    "hinge_loss": HingeLoss(),
    "smooth_hinge_loss": SmoothHingeLoss(),
    "poisson_loss": PoissonLoss(),
}
