"""Claims about numbers: values, losses after training, gradients; and about how many runs were made."""

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from graphlab._src.base.errors import OpError
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import Tensor
from graphlab._src.graph.traversal import executed_by
from graphlab._src.session.calls.feeds import expand_keys
from graphlab._src.session.calls.fetches import FetchStructure
from graphlab._src.session.session import Session
from graphlab._src.teach.claims import RefutedError
from graphlab._src.teach.structure import StructureClaims
from graphlab._src.teach.words import count, first_line, kind, names, number

_STEP = 1e-3  # of a numeric gradient
_SHOWN = 16  # numbers in one sentence; of more the first that is wrong


@dataclasses.dataclass
class Run:
    """A run of a session: what it fetches, which tensors it is fed, and what it returned, in parts where it is one in steps."""

    fetches: Any
    feeds: list[Any]
    returned: list[Any] = dataclasses.field(default_factory=list)


class CountingSession(Session):
    """A Session that notes its runs. runs: a Run for each, oldest first.

    `eval`, `Operation.run`, the functions that make_callable() returns, and runs in steps count too, each as one run.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.runs: list[Run] = []
        self._in_steps: dict[str, Run] = {}

    def run(self, fetches: Any, feed_dict: Any = None, options: Any = None, run_metadata: Any = None) -> Any:
        noted = self._note(fetches, feed_dict)
        noted.returned.append(super().run(fetches, feed_dict, options, run_metadata))
        return noted.returned[0]

    def make_callable(self, fetches: Any, feed_list: Any = None, accept_options: bool = False) -> Callable[..., Any]:
        super().make_callable(fetches, feed_list, accept_options)  # refuses what can't be run
        return lambda *values, **options: self.run(fetches, dict(zip(feed_list or [], values, strict=True)), **options)

    def partial_run_setup(self, fetches: Any, feeds: Any = None) -> str:
        handle = super().partial_run_setup(fetches, feeds)
        self._in_steps[handle] = self._note(
            fetches, feeds if isinstance(feeds, (list, tuple)) else [feeds] * bool(feeds)
        )
        return handle

    def partial_run(self, handle: str | None, fetches: Any, feed_dict: Any = None) -> Any:
        found = super().partial_run(handle, fetches, feed_dict)
        if handle in self._in_steps:
            self._in_steps[handle].returned.append(found)
        return found

    def observe(self, fetches: Any, feed_dict: Any, see: Callable[[Any], object]) -> Any:
        noted = self._note(fetches, feed_dict)
        noted.returned.append(super().observe(fetches, feed_dict, see))
        return noted.returned[0]

    def _note(self, fetches: Any, feeds: Any) -> Run:
        noted = Run(fetches, list(feeds or []))
        self.runs.append(noted)
        return noted


class NumberClaims(StructureClaims):
    """Claims that compute, in sessions of their own unless one is passed."""

    def __init__(self, graph: Graph) -> None:
        super().__init__(graph)
        self._sessions: list[CountingSession] = []

    def close(self) -> None:
        """Closes the sessions that it made: what still runs in them is cancelled."""
        for session in self._sessions:
            session.close()

    def session(self, initialize: bool = True) -> CountingSession:
        """A session on the learner's graph. initialize: with all of its variables initialized."""
        session = CountingSession(graph=self.graph)
        self._sessions.append(session)
        if initialize:
            variables = self.graph.get_collection("variables") + self.graph.get_collection("local_variables")
            Session.run(session, [variable.initializer for variable in variables])
        return session

    def run(self, fetches: Any, feeds: Mapping[Any, Any] | None = None, session: Session | None = None) -> Any:
        """The value of `fetches`; what a run raises ends the check with its first line."""
        try:
            if session is not None:
                return session.run(fetches, feeds)
            with self.session() as own:
                return own.run(fetches, feeds)
        except (OpError, TypeError, ValueError) as error:
            op = getattr(error, "op", None)
            raise RefutedError(
                f"The run failed: {first_line(error)}", graph=self.graph, marks=[op] if op is not None else []
            ) from error

    def value(
        self,
        fetch: Any,
        expected: Any,
        feeds: Mapping[Any, Any] | None = None,
        session: Session | None = None,
        what: str = "",
        tolerance: float = 1e-3,
        hint: str = "",
    ) -> None:
        """States that a run of `fetch` returns `expected`, within a relative `tolerance`. what: its name in sentences."""
        found = self.run(fetch, feeds, session)
        what = what or f"`{self.element(fetch).name}`"
        self.near(found, expected, what, tolerance, hint, [self.operation(fetch)])

    def near(
        self, found: Any, expected: Any, what: str, tolerance: float = 1e-3, hint: str = "", marks: Any = ()
    ) -> None:
        """States that numbers are equal to others of the same shape, within a relative `tolerance`."""
        try:
            array, wanted = np.asarray(found, np.float64), np.asarray(expected, np.float64)
            if found is None or np.asarray(found).dtype.kind in "SU":  # NumPy says NaN, and reads numbers in texts
                raise TypeError
        except (TypeError, ValueError, NotImplementedError):  # the last one of a Tensor
            if found is None:
                hint = (
                    "If the function returns nothing yet, end it with `return`. (A run of an operation returns None.)"
                )
            elif isinstance(found, Tensor):
                hint = "A tensor has no value until a run computes it. Return numbers."
            raise RefutedError(f"{what} is {kind(found)}, not numbers.", hint, self.graph, marks) from None
        nested = array.size == wanted.size and array.ndim > wanted.ndim
        self.that(
            array.shape == wanted.shape,
            "",
            f"{what} has the shape {list(array.shape)}, not {list(wanted.shape)}.",
            "There is a list too many around the numbers. (A run of `[y]` returns a list, a run of `y` its value.)"
            if nested
            else hint,
            marks,
        )
        close = np.allclose(
            array, wanted, rtol=tolerance, atol=tolerance * max(1e-3, float(np.abs(wanted).max(initial=0)))
        )
        if array.size <= _SHOWN:
            right, wrong = f"{what} is {number(wanted)}", f"{what} is {number(array)}, not {number(wanted)}."
        else:
            place = np.unravel_index(np.argmax(~np.isclose(array, wanted, rtol=tolerance)), array.shape)
            right = f"{what} is right"
            wrong = f"{what} is {number(array[place])} at {[int(i) for i in place]}, not {number(wanted[place])}."
        self.that(close, right, wrong, hint, marks)

    def gradient(
        self, gradient: Any, y: Any, x: Any, feeds: Mapping[Any, Any], session: Session | None = None, hint: str = ""
    ) -> None:
        """States that `gradient` is that of `y`, a scalar, in the fed tensor or the variable `x`, by differences of values of y."""
        source = self.element(x)
        if session is None:
            session = self.session()
        point = np.array(feeds[x] if x in feeds else session.run(source), np.float64)
        numeric = np.zeros(point.shape)
        for index in np.ndindex(point.shape):
            ends: list[float] = []
            for sign in (1, -1):
                moved = point.copy()
                moved[index] += sign * _STEP
                ends.append(float(np.sum(session.run(y, {**feeds, x: moved}))))
            numeric[index] = (ends[0] - ends[1]) / (2 * _STEP)
        self.near(
            self.run(gradient, feeds, session), numeric, f"the gradient in `{source.name}`", 2e-2, hint,
            [self.operation(gradient)],
        )  # fmt: skip

    def falls(
        self,
        loss: Any,
        train: Any,
        steps: int,
        below: float,
        feeds: Mapping[Any, Any] | None = None,
        session: Session | None = None,
        hint: str = "",
    ) -> None:
        """States that `loss` is less than `below` after so many runs of `train`."""
        own = session or self.session()
        first = float(self.run(loss, feeds, own))
        for _ in range(steps):
            self.run(train, feeds, own)
        last = float(self.run(loss, feeds, own))
        self.that(
            last < below,
            f"{count(steps, 'step')} of training bring the loss from {number(first)} to {number(last)}",
            f"After {count(steps, 'step')} the loss is {number(last)}; it was {number(first)}, and should be less than {below:g}.",
            hint,
            [self.operation(train), self.operation(loss)],
        )

    def makes_runs(self, session: CountingSession, at_most: int, at_least: int = 1, hint: str = "") -> list[Run]:
        """States how many runs a session has made since the last such claim; returns them."""
        runs, session.runs = session.runs, []
        made = len(runs)
        self.that(
            made,
            "",
            "It made no run of the session that it is passed.",
            "Use the session that is passed: `session.run(…)`.",
        )
        self.that(made >= at_least, "", f"It made {count(made, 'run')}; at least {at_least} are needed.", hint)
        self.that(
            made <= at_most,
            f"{count(made, 'run')} suffice" if made > 1 else "one run suffices",
            f"It made {count(made, 'run')}; {at_most} suffice{'s' * (at_most == 1)}.",
            hint,
        )
        return runs

    def computed(
        self,
        runs: Iterable[Run],
        found: Any,
        of: Iterable[Any] = (),
        what: str = "What it returns",
        hint: str = "",
    ) -> None:
        """States that these runs of a session computed and returned the numbers `found`.

        of: the tensors that each of these runs has to compute; where it is empty, any computation will do.
        """
        wanted = {self.operation(item) for item in of}
        numbers: list[float] = []
        for run in runs:
            executed = self._executed_in(run)
            if executed >= wanted if wanted else any(_computes(op) for op in executed):
                numbers += [number for part in run.returned for number in _numbers(part)]
        known = np.asarray(numbers)
        missing = [
            number for number in _numbers(found) if not np.isclose(number, known, rtol=1e-5, equal_nan=True).any()
        ]
        names_of = f"the value of {names(of)}" if wanted else "this"
        self.that(
            not missing,
            "",
            f"{what} is not what a run returned: no run of the session computed {names_of}"
            + (f", {number(missing[0])}." if len(missing) == 1 else "."),
            hint,
            wanted,
        )

    def _executed_in(self, run: Run) -> set[Operation]:
        """The operations that a run executed."""
        fed = set(expand_keys(self.graph, run.feeds))
        return set(
            executed_by([item for item in FetchStructure(self.graph, run.fetches).elements if item not in fed], fed)
        )

    def same(self, answer: Any, expected: Any, what: str, hint: str = "", marks: Any = ()) -> None:
        """States that a set of names is the expected one; says which are missing and which are too many, but not what is missing."""
        got, wanted = set(answer), set(expected)
        more, missing = got - wanted, wanted - got
        again = [item for item in got if list(answer).count(item) > 1]
        self.that(
            not again,
            "",
            f"{names(sorted(again))} {'is' if len(again) == 1 else 'are'} there twice.",
            "Name each once.",
            marks,
        )
        self.that(
            not more,
            f"each of the {len(got)} that you named is one of {what}",
            f"{names(sorted(more))} {'is' if len(more) == 1 else 'are'} not among {what}.",
            hint,
            marks,
        )
        self.that(
            not missing,
            f"you named all of {what}",
            f"{len(missing)} of {what} {'is' if len(missing) == 1 else 'are'} missing from your answer.",
            hint,
            marks,
        )


def _numbers(value: Any) -> list[float]:
    """All numbers in values of fetches, whatever their structure."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return [number for item in value for number in _numbers(item)]
    array = np.asarray(value)
    return array.astype(np.float64).ravel().tolist() if array.dtype.kind in "fiub" else []


def _computes(op: Operation) -> bool:
    """False for what has numbers from the program, or arranges them: a constant, a placeholder, a reshape, a cast."""
    known = op.definition
    passes_on = known.feed or known.identity or known.static_value or known.arranges
    return bool(op.outputs) and not passes_on
