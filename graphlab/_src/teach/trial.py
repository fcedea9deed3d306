"""Trial: one check of one answer, with everything that a checker can state about it."""

from collections.abc import Callable, Mapping
from typing import Any

from graphlab._src.base.errors import OpError
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.references import is_variable
from graphlab._src.ops.identity import placeholder
from graphlab._src.teach.claims import RefutedError
from graphlab._src.teach.limits import line_of
from graphlab._src.teach.numbers import NumberClaims
from graphlab._src.teach.words import count, first_line, names


class Trial(NumberClaims):
    """One check of an answer: a checker's first argument.

    A method that states something notes it when it is so, and else ends the check with a sentence, a `hint`, and the operations to
    highlight. The methods are described by their docstrings: returned, is_tensor, executes, skips, must_feed, shares, updates,
    flows, blocks, before, unordered, ordered, named, typed, adds (structure); value, near, gradient, falls, makes_runs, same
    (numbers); raises, that (anything).

    graph: what the claims are about: a new Graph at first, then that of the last tensor that was looked at.
    seed: the graph-level seed of its graphs.  on_error: {phrase in the message of an error that the answer raises: hint}.
    """

    def __init__(self, seed: int = 1, on_error: Mapping[str, str] | None = None) -> None:
        super().__init__(Graph())
        self._seed = self.graph.seed = seed
        self._on_error = on_error or {}

    def new_graph(self) -> Graph:
        """A new Graph with the seed of the exercise, which the claims are about from now on."""
        self.graph = Graph()
        self.graph.seed = self._seed
        return self.graph

    def placeholder(self, dims: Any = None, name: str = "x", dtype: Any = "float32") -> Any:
        """A placeholder in the graph."""
        with self.graph.as_default():
            return placeholder(dtype, dims, name)

    def call(self, function: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        """Calls the learner's function with the graph as the default one. What it raises ends the check, and says on which line."""
        try:
            with self.graph.as_default():
                return function(*arguments, **named)
        except RefutedError:
            raise
        except Exception as error:
            raise self._failed(error) from error

    def raises(
        self, function: Callable[..., Any], error: type[BaseException], phrase: str = "", hint: str = ""
    ) -> None:
        """States that function() raises such an error, with this phrase in its message."""
        try:
            function()
        except error as caught:
            self.that(
                phrase in str(caught),
                f"it raises {error.__name__}",
                f"It raises {error.__name__}, but for another reason: {first_line(caught)}",
                hint,
            )
        except Exception as caught:
            raise RefutedError(
                f"It raises {type(caught).__name__}, not {error.__name__}: {first_line(caught)}", hint
            ) from caught
        else:
            raise RefutedError(f"It raises no {error.__name__}.", hint)

    def has_variables(self, amount: int, hint: str = "") -> None:
        """States how many variables the graph has."""
        found = [op for op in self.graph.get_operations() if is_variable(op)]
        self.that(
            len(found) == amount,
            f"there {'is' if amount == 1 else 'are'} {count(amount, 'variable')}",
            f"The graph has {count(len(found), 'variable')} ({names(found)}), not {amount}.",
            hint,
            found,
        )

    def _failed(self, error: Exception) -> RefutedError:
        """What ends the check where the learner's function raises an error."""
        line = line_of(error)
        op = error.op if isinstance(error, OpError) else None
        place = f" at {line}" if line else ""
        hint = next(
            (hint for phrase, hint in self._on_error.items() if phrase in f"{type(error).__name__}: {error}"), ""
        )
        return RefutedError(
            f"Your function raises {type(error).__name__}{place}: {first_line(error)}",
            hint,
            graph=self.graph,
            marks=[op] if op is not None else [],
        )
