"""autograph.operators.control_flow: if, while and for as functions of what they change.

A body is given the variables, and returns them; get_state and set_state are for what it changes in objects.
"""

from collections.abc import Callable
from typing import Any

from graphlab._src.autograph import operators
from graphlab._src.autograph.operators import is_symbolic
from graphlab._src.compat.autograph import messages
from graphlab._src.compat.autograph.symbols import UndefinedReturnValue
from graphlab._src.graph import get_default_graph

LIMIT_PYTHON_ITERATIONS = True
PYTHON_MAX_ITERATIONS = 100000000
WARN_INEFFICIENT_UNROLL = True
INEFFICIENT_UNROLL_MIN_ITERATIONS = 3000
INEFFICIENT_UNROLL_MIN_OPS = 1


class _Variables:
    """The variables of a statement, with what it changes in objects behind them."""

    def __init__(self, values: Any, get_state: Any, set_state: Any, names: Any) -> None:
        self.values = tuple(values)
        self._get_state = get_state or tuple
        self._set_state = set_state or (lambda state: None)
        self._own = len(self.values)
        self.names = [*(names or (f"variable {i}" for i in range(self._own)))]
        self.names += [f"state {i}" for i in range(len(self._get_state()))]
        self.live = [True] * len(self.names)

    def get(self) -> list[Any]:
        """All of them."""
        return [*self.values, *self._get_state()]

    def set(self, values: Any) -> None:
        """Sets all of them."""
        self.values = tuple(values[: self._own])
        self._set_state(tuple(values[self._own :]))

    def update(self, values: Any) -> None:
        """Sets the variables to what a body returned."""
        if values is not None:
            self.values = tuple(values)


class _Iterations:
    """Counts the iterations of a loop of Python's: too many are an error, and many that add operations are warned of."""

    def __init__(self) -> None:
        self._count = 0
        self._warned = not WARN_INEFFICIENT_UNROLL

    def run(self, body: Callable[[], None]) -> None:
        """One iteration."""
        graph = get_default_graph()
        before = len(graph.operations)
        body()
        self._count += 1
        if LIMIT_PYTHON_ITERATIONS and self._count > PYTHON_MAX_ITERATIONS:
            raise ValueError("iteration limit exceeded")
        if self._warned or self._count <= INEFFICIENT_UNROLL_MIN_ITERATIONS:
            return
        added = graph.operations[before:]
        if len(added) >= INEFFICIENT_UNROLL_MIN_OPS:
            self._warned = True
            messages.warn(
                "TensorFlow ops are being created in a Python loop with large number of iterations. This can lead to slow "
                "startup. `while True:` is a Python loop, and `while tf.constant(True):` is a TensorFlow loop. The "
                "following ops were created after iteration %s: %s",
                self._count,
                [op.name for op in added],
            )


def if_stmt(
    cond: Any,
    body: Callable[[], Any],
    orelse: Callable[[], Any],
    get_state: Callable[[], Any],
    set_state: Callable[[Any], Any],
    basic_symbol_names: Any = None,
    composite_symbol_names: Any = None,
) -> Any:
    """What body() returns where cond is true, else what orelse() returns."""
    if not is_symbolic(cond):
        return body() if cond else orelse()
    result: list[Any] = [None]
    names = ["retval_", *(f"state {i}" for i in range(len(get_state())))]

    def put(values: Any) -> None:
        result[0] = values[0]
        set_state(tuple(values[1:]))

    def branch(build: Callable[[], Any]) -> Callable[[], None]:
        def run() -> None:
            value = build()
            result[0] = operators.Undefined("retval_") if isinstance(value, UndefinedReturnValue) else value

        return run

    operators.if_stmt(
        cond, branch(body), branch(orelse), lambda: [*result, *get_state()], put, names, [True] * len(names)
    )
    return result[0]


def while_stmt(
    test: Callable[..., Any],
    body: Callable[..., Any],
    get_state: Any,
    set_state: Any,
    init_vars: Any,
    basic_symbol_names: Any = None,
    composite_symbol_names: Any = None,
    opts: Any = None,
) -> tuple[Any, ...]:
    """The variables after a loop: while test(*variables): variables = body(*variables)."""
    variables = _Variables(init_vars, get_state, set_state, basic_symbol_names)
    iterations = _Iterations()

    def step() -> None:
        iterations.run(lambda: variables.update(body(*variables.values)))

    operators.while_stmt(
        lambda: test(*variables.values), step, variables.get, variables.set, variables.names, variables.live, opts
    )
    return variables.values


def for_stmt(
    iter_: Any,
    extra_test: Callable[..., Any] | None,
    body: Callable[..., Any],
    get_state: Any,
    set_state: Any,
    init_vars: Any,
    basic_symbol_names: Any = None,
    composite_symbol_names: Any = None,
) -> tuple[Any, ...]:
    """The variables after a loop: for item in iter_: variables = body(item, *variables).

    extra_test: of the variables, whether there is another iteration; None for all items.
    """
    variables = _Variables(init_vars, get_state, set_state, basic_symbol_names)
    proceeds = None if extra_test is None else (lambda: extra_test(*variables.values))
    operators.for_stmt(
        iter_,
        proceeds,
        lambda item: variables.update(body(item, *variables.values)),
        variables.get,
        variables.set,
        variables.names,
        variables.live,
        None,
    )
    return variables.values
