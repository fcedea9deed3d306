"""Trial: one check of one answer, with everything that a checker can state about it."""

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from graphlab._src.base.errors import OpError
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.references import is_variable
from graphlab._src.ops.identity import placeholder
from graphlab._src.session.session import Session
from graphlab._src.teach.claims import RefutedError
from graphlab._src.teach.limits import line_of
from graphlab._src.teach.numbers import NumberClaims
from graphlab._src.teach.words import count, first_line, names, said

# {phrase in the message of an error: hint}, for all exercises; those of an exercise come first.
_ON_ERROR = {
    "reset_default_graph": "The check calls your function with a graph as the default one. Leave it the default: don't reset it.",
    "closed Session": "Leave a session open that is passed to your function: the one who made it closes it.",
    "Graph is finalized": "The graph can't be built on any more: don't finalize it in your function.",
    "from the same graph": "Build in the default graph, where the tensors are that were passed: all in the function, and no other graph.",
    "not an element of this graph": "Build in the default graph, where the tensors are that were passed: all in the function, and no other graph.",
    "NameError": "Is each name that the function uses defined in it, or in a cell that ran before? TensorFlow is imported as `tf`.",
    "module 'graphlab' has no attribute": "TensorFlow 1 has no function of this name. Look at the hints for one that it has.",
    "'Tensor' object has no attribute": "A tensor has not the methods of an array. Use operations of `tf`: many have the same name.",
    "object is not callable": "A tensor is no function: `session.run` computes its value.",
    "has type bool that does not match": "TensorFlow does not make numbers of truths by itself: `tf.cast(condition, tf.float32)` does.",
    "does not match type": "Both need one type: `0.0` is a float, `0` an integer. `tf.cast(tensor, tf.float32)` makes floats of integers.",
    "has invalid type <class": "A fetch is no tensor. Was its name overwritten with a result? Store results under names of their own.",
    "RecursionError": "The function calls itself without end.",
    "symbolic Tensor": "NumPy needs numbers, and a tensor has none while the graph is built. Use operations of `tf`.",
    "as a Python `bool`": "Python's `if` and `while` need a value, and a tensor has none while the graph is built.",
    "uninitialized value": "A session has no value of a variable until its initializer runs there. "
    "Each variable must be in the collection that `tf.global_variables_initializer()` initializes.",
}


def hint_for(error: BaseException, hints: Mapping[str, str] | None = None) -> str:
    """The hint for an error, by a phrase in its name and message; "" where there is none."""
    text = f"{type(error).__name__}: {said(error)}"
    return next((hint for phrase, hint in [*(hints or {}).items(), *_ON_ERROR.items()] if phrase in text), "")


class Trial(NumberClaims):
    """One check of an answer: a checker's first argument.

    A method that states something notes it when it is so, and else ends the check with a sentence, a `hint`, and the operations to
    highlight. The methods are described by their docstrings: returned, is_tensor, executes, skips, must_feed, shares, updates,
    flows, blocks, before, unordered, ordered, named, typed, adds (structure); value, near, gradient, falls, makes_runs, computed,
    same (numbers); raises, that (anything).

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
        """Calls the learner's function with the graph as the default one. What it raises ends the check, and says on which line.

        So does a session that it was passed and has closed, and a function that has no result but a generator or a coroutine.
        """
        try:
            with self.graph.as_default():
                result = function(*arguments, **named)
        except RefutedError:
            raise
        except Exception as error:
            raise self._failed(error) from error
        if inspect.iscoroutine(result):
            result.close()
            raise RefutedError(
                "Your function is a coroutine, and computes nothing when it is called.", "Leave out `async`."
            )
        if inspect.isgenerator(result):
            hint = "Return the result, with `return` in place of `yield`, and a list in brackets: `[… for …]`."
            raise RefutedError("Your function returns a generator, which has computed nothing yet.", hint)
        if any(isinstance(item, Session) and not item.is_open for item in arguments):
            raise RefutedError("Your function closes the session that it is passed.", _ON_ERROR["closed Session"])
        return result

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
        called = error.__traceback__
        itself = isinstance(error, TypeError) and called is not None and called.tb_next is None  # the call failed
        return RefutedError(
            f"Your function raises {type(error).__name__}{place}: {first_line(error)}",
            "The task says which arguments the function has, and in which order."
            if itself
            else hint_for(error, self._on_error),
            graph=self.graph,
            marks=[op] if op is not None else [],
        )
