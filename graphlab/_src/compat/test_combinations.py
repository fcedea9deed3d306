"""tensorflow.python.framework.test_combinations: one test for each combination of options."""

import collections
import contextlib
import functools
import inspect
import itertools
import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any

from absl.testing import parameterized

Options = collections.OrderedDict[str, Any]


class ParameterModifier:
    """Changes what a test receives. Modifiers of one class and parameter are equal."""

    DO_NOT_PASS_TO_THE_TEST = object()

    def __init__(self, parameter_name: str | None = None) -> None:
        self._parameter_name = parameter_name

    def modified_arguments(self, kwargs: dict[str, Any], requested_parameters: Sequence[str]) -> dict[str, Any]:
        """{name: value} of the arguments that change; DO_NOT_PASS_TO_THE_TEST: the test does not receive it."""
        del kwargs, requested_parameters
        return {}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ParameterModifier) or type(self) is not type(other):
            return False
        return self is other or self._parameter_name == other._parameter_name

    def __hash__(self) -> int:
        return hash(self._parameter_name) if self._parameter_name else id(type(self))


class OptionalParameter(ParameterModifier):
    """An option that a test need not have as a parameter."""

    def modified_arguments(self, kwargs: dict[str, Any], requested_parameters: Sequence[str]) -> dict[str, Any]:
        """See ParameterModifier."""
        del kwargs
        name: Any = self._parameter_name
        return {} if name in requested_parameters else {name: self.DO_NOT_PASS_TO_THE_TEST}


class TestCombination:
    """What some options mean for the tests that have them."""

    __test__ = False  # no test of pytest's

    def should_execute_combination(self, kwargs: dict[str, Any]) -> tuple[bool, str | None]:
        """(whether the test is run with these options, why it is not)."""
        del kwargs
        return True, None

    def parameter_modifiers(self) -> list[ParameterModifier]:
        """The ParameterModifiers of its options."""
        return []

    def context_managers(self, kwargs: dict[str, Any]) -> list[AbstractContextManager[Any]]:
        """The blocks in which the test is run."""
        del kwargs
        return []


class NamedObject:
    """An object that tests are named after by `name`."""

    def __init__(self, name: str, obj: Any) -> None:
        self._name = name
        self._obj = obj

    def __getattr__(self, name: str) -> Any:
        return getattr(self._obj, name)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._obj(*args, **kwargs)

    def __repr__(self) -> str:
        return self._name


def combine(**kwargs: Any) -> list[Options]:
    """Every combination of options as an OrderedDict. kwargs: option=[possibilities, …], or option=the only one."""
    names = sorted(kwargs)
    possible = [kwargs[name] if isinstance(kwargs[name], list) else [kwargs[name]] for name in names]
    return [collections.OrderedDict(zip(names, values, strict=True)) for values in itertools.product(*possible)]


def times(*combined: list[Options]) -> list[Options]:
    """Every combination of one from each list; ValueError when two have the same option."""
    if not combined:
        raise AssertionError("times() requires lists of combinations")
    found: list[Options] = []
    for parts in itertools.product(*combined):
        together = collections.OrderedDict((name, value) for part in parts for name, value in part.items())
        if len(together) < sum(map(len, parts)):
            raise ValueError("Keys need to not overlap: " + " vs ".join(str(part.keys()) for part in parts))
        found.append(together)
    return found


def generate(combinations: list[Options], test_combinations: Sequence[TestCombination] = ()) -> Callable[[Any], Any]:
    """Decorates a test of a parameterized.TestCase, or a class of such, which runs once for each combination.

    combinations: of combine() and times().  test_combinations: what options mean.
    """
    named = [
        collections.OrderedDict(options, testcase_name="_test" + "".join(_labels(options))) for options in combinations
    ]

    def decorate(test: Any) -> Any:
        if not isinstance(test, type):
            return parameterized.named_parameters(*named)(_with_options(test, test_combinations))
        tests = {
            name: value for name, value in vars(test).items() if name.startswith("test") and inspect.isfunction(value)
        }
        made = parameterized.TestGeneratorMetaclass(
            test.__name__, test.__bases__, {**vars(test), **{name: decorate(value) for name, value in tests.items()}}
        )
        made.__qualname__ = test.__qualname__
        return made

    return decorate


def _labels(options: Options) -> list[str]:
    def letters(text: str) -> str:
        return "".join(filter(str.isalnum, text))

    return [
        f"_{letters(name)}_{letters(re.sub('0[xX][0-9a-fA-F]+', str(i), str(value)))}"
        for i, (name, value) in enumerate(options.items())
    ]


def _with_options(test: Any, test_combinations: Sequence[TestCombination]) -> Any:
    @functools.wraps(test, assigned=("__module__", "__name__", "__qualname__", "__doc__"), updated=())
    def decorated(self: Any, **options: Any) -> None:
        decisions = [one.should_execute_combination(dict(options)) for one in test_combinations]
        reasons = [f" - {reason}" for is_run, reason in decisions if not is_run]
        if reasons:
            self.skipTest("\n".join(reasons))
        parameters = [name for name in inspect.signature(test).parameters if name != "self"]
        given = dict(options)
        for modifier in {modifier for one in test_combinations for modifier in one.parameter_modifiers()}:
            given.update(modifier.modified_arguments(dict(options), parameters))
        given = {name: value for name, value in given.items() if value is not ParameterModifier.DO_NOT_PASS_TO_THE_TEST}
        if set(parameters) - set(given):
            missing = sorted(set(parameters) - set(given))
            raise ValueError(f"The test requires parameters whose arguments were not passed: {missing}.")
        if set(given) - set(parameters):
            unknown = sorted(set(given) - set(parameters))
            raise ValueError(f"The test does not take parameters that were passed: {unknown}.")
        with contextlib.ExitStack() as stack:
            for one in test_combinations:
                for manager in one.context_managers(dict(options)):
                    stack.enter_context(manager)
            test(self, **given)

    del decorated.__wrapped__  # pyright: ignore[reportAttributeAccessIssue]
    return decorated
