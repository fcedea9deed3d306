"""tensorflow.python.distribute.combinations: combinations of options, some of which are strategies on certain devices."""

import functools
from collections.abc import Callable
from typing import Any

from graphlab._src.compat import combinations as options_of_frameworks
from graphlab._src.compat import test_combinations
from graphlab._src.session.tf_config import devices


class NamedDistribution:
    """A strategy that is made when a test begins, with the name that the test has of it.

    distribution_fn: makes the strategy.  required_gpus, required_tpu: what it needs; tests with it are skipped without.
    """

    def __init__(
        self,
        name: str,
        distribution_fn: Callable[[], Any],
        required_gpus: int | None = None,
        required_tpu: bool = False,
    ) -> None:
        self._name = name
        self._distribution_fn = distribution_fn
        self.required_gpus = required_gpus
        self.required_tpu = required_tpu

    @property
    def strategy(self) -> Any:
        """A new strategy."""
        return self._distribution_fn()

    def __repr__(self) -> str:
        return self._name


def _distributions(kwargs: dict[str, Any]) -> list[NamedDistribution]:
    return [value for value in kwargs.values() if isinstance(value, NamedDistribution)]


def _required(kwargs: dict[str, Any], option: str, attribute: str) -> int:
    """How many devices of a kind are needed: by the option, or by the strategies."""
    wanted, distributions = kwargs.get(option), _distributions(kwargs)
    if distributions and wanted:
        raise ValueError(f"Do not use `{option}` and arguments of type NamedDistribution together.")
    return max(int(wanted or 0), *(int(getattr(one, attribute) or 0) for one in distributions), 0)


class DistributionParameter(test_combinations.ParameterModifier):
    """A test receives the strategy itself in place of a NamedDistribution."""

    def modified_arguments(self, kwargs: dict[str, Any], requested_parameters: Any) -> dict[str, Any]:
        """See ParameterModifier."""
        del requested_parameters
        return {name: value.strategy for name, value in kwargs.items() if isinstance(value, NamedDistribution)}


class NamedGPUCombination(test_combinations.TestCombination):
    """The option `required_gpus`, and strategies that need GPUs: such tests are skipped where there are too few."""

    def should_execute_combination(self, kwargs: dict[str, Any]) -> tuple[bool, str | None]:
        """See TestCombination."""
        wanted = _required(kwargs, "required_gpus", "required_gpus")
        there = len(devices.list_physical_devices("GPU")) if wanted else 0
        return there >= wanted, f"Only {there} of {wanted} required GPUs are available."

    def parameter_modifiers(self) -> list[test_combinations.ParameterModifier]:
        """See TestCombination."""
        return [test_combinations.OptionalParameter("required_gpus")]


class GPUCombination(NamedGPUCombination):
    """A NamedGPUCombination whose tests receive the strategy."""

    def parameter_modifiers(self) -> list[test_combinations.ParameterModifier]:
        """See TestCombination."""
        return [DistributionParameter(), *super().parameter_modifiers()]


class NamedTPUCombination(test_combinations.TestCombination):
    """The options `required_tpu` and `required_tpus`, and strategies that need TPUs: such tests are skipped."""

    def should_execute_combination(self, kwargs: dict[str, Any]) -> tuple[bool, str | None]:
        """See TestCombination."""
        if "required_tpus" in kwargs and "required_tpu" in kwargs:
            raise ValueError("Do not use `required_tpu`.  Both `required_tpus` and `required_tpu` were specified.")
        option = "required_tpus" if "required_tpus" in kwargs else "required_tpu"
        return not _required(kwargs, option, "required_tpu"), "Test requires a TPU, but it's not available."

    def parameter_modifiers(self) -> list[test_combinations.ParameterModifier]:
        """See TestCombination."""
        return [test_combinations.OptionalParameter(name) for name in ("required_tpus", "required_tpu")]


class TPUCombination(NamedTPUCombination):
    """A NamedTPUCombination whose tests receive the strategy."""

    def parameter_modifiers(self) -> list[test_combinations.ParameterModifier]:
        """See TestCombination."""
        return [DistributionParameter(), *super().parameter_modifiers()]


_OF_FRAMEWORKS = options_of_frameworks.generate.keywords["test_combinations"]

generate = functools.partial(
    test_combinations.generate, test_combinations=(*_OF_FRAMEWORKS, GPUCombination(), TPUCombination())
)
combine = test_combinations.combine
times = test_combinations.times
NamedObject = test_combinations.NamedObject
EagerGraphCombination = options_of_frameworks.EagerGraphCombination
TFVersionCombination = options_of_frameworks.TFVersionCombination
