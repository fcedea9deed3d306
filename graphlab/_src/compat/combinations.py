"""tensorflow.python.framework.combinations: combinations of options, two of which say how a test runs."""

import functools
from contextlib import AbstractContextManager
from typing import Any

from graphlab._src.compat import test_combinations
from graphlab._src.graph import Graph


class EagerGraphCombination(test_combinations.TestCombination):
    """The option `mode`: "graph", which is the default, runs in a graph of its own; "eager" is skipped."""

    def should_execute_combination(self, kwargs: dict[str, Any]) -> tuple[bool, str | None]:
        """See TestCombination."""
        mode = kwargs.get("mode", "graph")
        if mode not in ("graph", "eager"):
            raise ValueError(f"'mode' has to be either 'eager' or 'graph' and not {mode}")
        return mode == "graph", "graphlab builds graphs; nothing runs eagerly"

    def context_managers(self, kwargs: dict[str, Any]) -> list[AbstractContextManager[Any]]:
        """See TestCombination."""
        return [Graph().as_default()]

    def parameter_modifiers(self) -> list[test_combinations.ParameterModifier]:
        """See TestCombination."""
        return [test_combinations.OptionalParameter("mode")]


class TFVersionCombination(test_combinations.TestCombination):
    """The option `tf_api_version`: tests of version 2 are skipped."""

    def should_execute_combination(self, kwargs: dict[str, Any]) -> tuple[bool, str | None]:
        """See TestCombination."""
        return kwargs.get("tf_api_version") != 2, "Skipping a TF2 test when TF2 is not enabled."

    def parameter_modifiers(self) -> list[test_combinations.ParameterModifier]:
        """See TestCombination."""
        return [test_combinations.OptionalParameter("tf_api_version")]


generate = functools.partial(
    test_combinations.generate, test_combinations=(EagerGraphCombination(), TFVersionCombination())
)
combine = test_combinations.combine
times = test_combinations.times
NamedObject = test_combinations.NamedObject
