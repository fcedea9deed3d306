"""Claims about numbers: values, losses after training, gradients; and about how many runs were made."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from graphlab._src.base.errors import OpError
from graphlab._src.session.session import Session
from graphlab._src.teach.claims import RefutedError
from graphlab._src.teach.structure import StructureClaims
from graphlab._src.teach.words import count, first_line, kind, names, number

_STEP = 1e-3  # of a numeric gradient
_SHOWN = 16  # numbers in one sentence; of more the first that is wrong


class CountingSession(Session):
    """A Session that notes its runs. runs: the fetches of each, oldest first; `eval` and `Operation.run` count too."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.runs: list[Any] = []

    def run(self, fetches: Any, feed_dict: Any = None, options: Any = None, run_metadata: Any = None) -> Any:
        self.runs.append(fetches)
        return super().run(fetches, feed_dict, options, run_metadata)


class NumberClaims(StructureClaims):
    """Claims that compute, in sessions of their own unless one is passed."""

    def session(self, initialize: bool = True) -> CountingSession:
        """A session on the learner's graph. initialize: with all of its variables initialized."""
        session = CountingSession(graph=self.graph)
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
            if found is None:  # NumPy says NaN
                raise TypeError
        except (TypeError, ValueError, NotImplementedError):  # the last one of a Tensor
            raise RefutedError(f"{what} is {kind(found)}, not numbers.", hint, self.graph, marks) from None
        self.that(
            array.shape == wanted.shape,
            "",
            f"{what} has the shape {list(array.shape)}, not {list(wanted.shape)}.",
            hint,
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

    def makes_runs(self, session: CountingSession, at_most: int, at_least: int = 1, hint: str = "") -> None:
        """States how many runs a session has made since the last such claim."""
        made, session.runs = len(session.runs), []
        self.that(made >= at_least, "", f"It made {count(made, 'run')}; at least {at_least} are needed.", hint)
        self.that(
            made <= at_most,
            f"{count(made, 'run')} suffice" if made > 1 else "one run suffices",
            f"It made {count(made, 'run')}; {at_most} suffice.",
            hint,
        )

    def same(self, answer: Any, expected: Any, what: str, hint: str = "", marks: Any = ()) -> None:
        """States that a set of names is the expected one; says which are missing and which are too many, but not what is missing."""
        got, wanted = set(answer), set(expected)
        more, missing = got - wanted, wanted - got
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
