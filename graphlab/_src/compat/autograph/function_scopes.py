"""autograph.core.function_wrappers and .converter: what a converted function is run in, and options of conversions."""

import contextlib
from collections.abc import Callable
from typing import Any

from graphlab._src.autograph.conversion import Feature as Feature
from graphlab._src.base.autograph_status import ControlStatusCtx, Status
from graphlab._src.graph import is_tensor, name_scope, nest
from graphlab._src.ops.control_flow.automatic_dependencies import AutomaticControlDependencies


class ConversionOptions:
    """Which functions are converted, and what is converted in them.

    recursive: functions that are called are converted too.  user_requested: the program requested the conversion.
    optional_features: Features.
    """

    def __init__(
        self,
        recursive: bool = False,
        user_requested: bool = False,
        internal_convert_user_code: bool = True,
        optional_features: Any = Feature.ALL,
    ) -> None:
        self.recursive = recursive
        self.user_requested = user_requested
        self.internal_convert_user_code = internal_convert_user_code
        features = (optional_features,) if isinstance(optional_features, Feature) else optional_features or ()
        self.optional_features = frozenset(features)

    def as_tuple(self) -> tuple[Any, ...]:
        """All that the options say."""
        return self.recursive, self.user_requested, self.internal_convert_user_code, self.optional_features

    def __hash__(self) -> int:
        return hash(self.as_tuple())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ConversionOptions) and self.as_tuple() == other.as_tuple()

    def uses(self, feature: Feature) -> bool:
        """Whether a Feature is converted."""
        return bool({Feature.ALL, feature} & self.optional_features)

    def call_options(self) -> "ConversionOptions":
        """The options for functions that are called."""
        return ConversionOptions(self.recursive, False, self.recursive, self.optional_features)


STANDARD_OPTIONS = ConversionOptions(recursive=True, optional_features=None)


class FunctionScope:
    """`with FunctionScope(name, scope_name, options) as scope:` around the body of a converted function.

    A name scope and automatic control dependencies, as far as the options request them; they note who requested the
    conversion.
    """

    def __init__(self, function_name: str, scope_name: str, options: ConversionOptions) -> None:
        self.name = scope_name
        self.options = options
        self.callopts = options.call_options()
        self.use_name_scope = options.uses(Feature.NAME_SCOPES)
        self.use_auto_deps = options.uses(Feature.AUTO_CONTROL_DEPS)
        self._function_name = f"fn{function_name}" if function_name.startswith("_") else function_name
        self._dependencies = AutomaticControlDependencies()
        self._entered = contextlib.ExitStack()

    def __enter__(self) -> "FunctionScope":
        if self.options.user_requested:
            self._entered.enter_context(ControlStatusCtx(Status.ENABLED, self.options))  # pyright: ignore
        if self.use_name_scope:
            self._entered.enter_context(name_scope(self._function_name))
        if self.use_auto_deps:
            self._entered.enter_context(self._dependencies)  # pyright: ignore
        return self

    def __exit__(self, *failure: Any) -> None:
        self._entered.__exit__(*failure)

    def mark_return_value(self, value: Any) -> Any:
        """What the function returns, which waits for its effects where the options request that."""
        if not self.use_auto_deps or value is None:
            return value
        return nest.map_structure(
            lambda leaf: self._dependencies.mark_as_return(leaf) if is_tensor(leaf) else leaf, value
        )


def with_function_scope(thunk: Callable[[FunctionScope], Any], scope_name: str, options: ConversionOptions) -> Any:
    """thunk(scope) in a FunctionScope."""
    with FunctionScope("lambda_", scope_name, options) as scope:
        return thunk(scope)
