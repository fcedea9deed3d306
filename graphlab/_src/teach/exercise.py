"""Exercise: a task, a checker for answers, hints in three levels, and a solution.

    @checker("ex08_reuse", "One layer, used twice", hints=("…", "…", "…"))
    def reuse(trial, twice: Function):
        '''Write `twice(x)` …'''
        x = trial.placeholder([None, 4])
        first, second = trial.call(twice, x)
        trial.shares(first, second, hint="The second call made variables of its own.")

    @reuse.solved_by
    def _(): …

The docstring is the task, and each parameter after the first one an answer; its annotation, one of answers.py, says of which
kind.
"""

import difflib
import importlib
import inspect
import pkgutil
import re
import textwrap
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, get_type_hints

from graphlab._src.graph.graph import Graph
from graphlab._src.graph.traversal import is_placeholder
from graphlab._src.teach.answers import is_empty
from graphlab._src.teach.claims import RefutedError
from graphlab._src.teach.limits import EndedError, OvertimeError, limited
from graphlab._src.teach.trial import Trial, hint_for
from graphlab._src.teach.verdict import Verdict
from graphlab._src.teach.words import first_line, names, plain

LEVELS = 3  # of hints
_SECONDS = 10.0  # of an answer's code
_exercises: dict[str, "Exercise"] = {}


class Mistake(NamedTuple):
    """A typical wrong answer. make: returns it.  caught: a phrase of the verdict that it gets."""

    make: Callable[[], Any]
    caught: str


class Exercise:
    """A task that checks its answers: call it with one.

    name: "ex08_reuse".  title, task: what to do.  parameters: the names of the answers.  hints: three, each says more.
    A call returns a Verdict, which is true for a right answer. hint() shows one hint after the other, solution() the solution.
    """

    def __init__(
        self,
        check: Callable[..., None],
        name: str,
        title: str,
        hints: tuple[str, ...],
        on_error: Mapping[str, str] | None = None,
        seed: int = 1,
        seconds: float = _SECONDS,
    ) -> None:
        if len(hints) != LEVELS:
            raise ValueError(f"{name} must have {LEVELS} hints, each of which says more, and has {len(hints)}")
        self.name = name
        self.title = title
        self.task = inspect.cleandoc(check.__doc__ or "")
        self.hints = hints
        self.seconds = seconds
        self.mistakes: list[Mistake] = []
        self._check = check
        self._seed = seed
        self._on_error = on_error
        self._solution: Callable[[], Any] | None = None
        self._expected: tuple[int, Graph | None] | None = None
        self._hinted = 0
        annotations = get_type_hints(check, include_extras=True)
        self._kinds: dict[str, Callable[[Any, str], Any]] = {
            parameter: annotations[parameter].__metadata__[0]
            for parameter in list(inspect.signature(check).parameters)[1:]
        }

    @property
    def solution_maker(self) -> Callable[[], Any] | None:
        """The function that returns the right answer; its code is the solution."""
        return self._solution

    @property
    def parameters(self) -> list[str]:
        """The names of the answers."""
        return list(self._kinds)

    def __call__(self, *answers: Any, **named: Any) -> Verdict:
        """Checks an answer; returns a Verdict, whatever the answer is."""
        trial = Trial(self._seed, self._on_error)
        try:
            limited(lambda: self._state(trial, answers, named), self.seconds, self._seed, trial.close)
        except RefutedError as refuted:
            return self._refuted(trial, refuted)
        except OvertimeError as late:
            where = f"at {late.where}" if late.where else "in a run of the graph"
            wrong = f"Your code had not returned after {self.seconds:g} seconds: it was {where}."
            hint = (
                "Does each loop end?" if late.where else "Does each loop of the graph end? Does a run wait for a queue?"
            )
            return self._refuted(trial, RefutedError(wrong, hint))
        except EndedError:
            wrong = "Your code tries to end the program."
            return self._refuted(trial, RefutedError(wrong, "Leave out `exit()`, `quit()` and `sys.exit()`."))
        except Exception as error:
            wrong = f"Your answer can't be checked: {type(error).__name__}: {first_line(error)}"
            return self._refuted(trial, RefutedError(wrong, hint_for(error)))
        finally:
            trial.close()
        return Verdict(self.title, trial.right, len(trial.right), graph=trial.graph)

    def points(self, *answers: Any, out_of: float = 1.0, **named: Any) -> float:
        """Checks an answer, prints what is right and what is not, and returns points: 0 to `out_of`, by the claims that held."""
        verdict = self(*answers, **named)
        print(verdict)
        return round(verdict.score * out_of, 2)

    def require(self, *answers: Any, at_least: float = 1.0, **named: Any) -> None:
        """Checks an answer; raises AssertionError, with what is not right, unless it is correct.

        at_least: the part of the claims that must hold, 0 to 1.
        """
        verdict = self(*answers, **named)
        if verdict.score < at_least:
            raise AssertionError(repr(verdict))

    def hint(self, level: int | None = None) -> "Text":
        """Returns a hint: the next one, or that of a level from 1 to 3. After the last comes the solution."""
        if level is None:
            self._hinted += 1
            level = self._hinted
        if level > LEVELS:
            return self.solution()
        if level < 1:
            raise ValueError(f"a level of hints is 1 to {LEVELS}, got {level}")
        return Text(f"**Hint {level} of {LEVELS}.** {self.hints[level - 1]}")

    def solution(self) -> "Text":
        """Returns the solution, as code."""
        assert self._solution is not None, f"{self.name} has no solution"
        return Text(f"**A solution.**\n\n```python\n{source_of(self._solution)}\n```")

    def solved_by(self, make: Callable[[], Any]) -> Callable[[], Any]:
        """Decorates a function that returns the right answer, or a tuple of several. Its code is what solution() shows."""
        self._solution = make
        return make

    def mistake(self, caught: str) -> Callable[[Callable[[], Any]], Callable[[], Any]]:
        """Decorates a function that returns a typical wrong answer. caught: a phrase of the sentence or hint that it must get."""

        def note(make: Callable[[], Any]) -> Callable[[], Any]:
            self.mistakes.append(Mistake(make, caught))
            return make

        return note

    def answer_of(self, make: Callable[[], Any]) -> Verdict:
        """The Verdict about what make() returns: of a solution or a mistake; make() runs in a graph of its own."""
        with Graph().as_default():
            made = make()
        return self(*made) if isinstance(made, tuple) and len(self._kinds) > 1 else self(made)

    def check_solution(self) -> Verdict:
        """The Verdict about the solution."""
        assert self._solution is not None, f"{self.name} has no solution"
        return self.answer_of(self._solution)

    def _state(self, trial: Trial, answers: tuple[Any, ...], named: dict[str, Any]) -> None:
        """Has the checker state its claims about an answer."""
        given = self._bound(answers, named)
        self._check(trial, **{name: kind(given[name], name) for name, kind in self._kinds.items()})
        if not trial.right:
            raise RefutedError("The checker states nothing about this answer.")

    def _bound(self, answers: tuple[Any, ...], named: dict[str, Any]) -> dict[str, Any]:
        wanted = list(self._kinds)
        unknown = named.keys() - self._kinds.keys()
        if len(answers) > len(wanted) or unknown or named.keys() & set(wanted[: len(answers)]):
            raise RefutedError(f"This exercise requires {names(wanted)}: `{self._form}`.")
        given = dict(zip(wanted, answers, strict=False)) | named
        missing = [name for name in wanted if is_empty(given.get(name))]
        if missing:
            hint = (
                "Write it in place of `...`. `check` in a cell of its own shows the task."
                if given.keys() >= set(missing)
                else f"Pass it to the check: `{self._form}`."
            )
            raise RefutedError(f"There is no answer yet for {names(missing)}.", hint)
        return given

    @property
    def _form(self) -> str:
        return f"check({', '.join(self._kinds)})"

    def _refuted(self, trial: Trial, refuted: RefutedError) -> Verdict:
        total, expected = self._of_solution()
        hint = refuted.hint or self.hints[0]
        if refuted.graph is None or all(is_placeholder(op) for op in refuted.graph.get_operations()):
            expected = None  # beside a graph in which nothing is built yet it would be the solution
        return Verdict(self.title, trial.right, total, refuted.wrong, hint, refuted.graph, refuted.marks, expected)

    def _of_solution(self) -> tuple[int, Graph | None]:
        """How many claims the solution meets, and its graph."""
        if self._expected is None:
            if self._solution is None:
                return 1, None
            self._expected = 1, None  # for what a solution that fails finds here
            verdict = self.check_solution()
            has_graph = verdict.graph is not None and verdict.graph.get_operations()
            self._expected = len(verdict.right), verdict.graph if has_graph else None
        return self._expected

    def __repr__(self) -> str:
        about = f"Exercise {self.name}: {self.title}\n\n{plain(self.task)}"
        return f"{about}\n\nTo check your answer: {self._form}; for help: check.hint()"

    def _repr_markdown_(self) -> str:
        return f"**Exercise: {self.title}**\n\n{self.task}\n\nTo check your answer: `{self._form}`; for help: `check.hint()`"


class Text(str):
    """Markdown that a notebook renders, and that a terminal shows as plain text."""

    def _repr_markdown_(self) -> str:
        return super().__str__()

    def __str__(self) -> str:
        return plain(super().__str__())

    __repr__ = __str__


def checker(
    name: str,
    title: str,
    hints: tuple[str, ...],
    on_error: Mapping[str, str] | None = None,
    seed: int = 1,
    seconds: float = _SECONDS,
) -> Callable[[Callable[..., None]], Exercise]:
    """Decorates a function that checks answers, and makes it an Exercise.

    name: what learners write, exercise("ex08_reuse").  title: one line.  hints: three, from a nudge to nearly the solution.
    on_error: {phrase: the hint for an answer that raises an error with this phrase}.
    seed: where random numbers begin.  seconds: how long an answer may compute.
    """

    def make(check: Callable[..., None]) -> Exercise:
        found = _exercises[name] = Exercise(check, name, title, hints, on_error, seed, seconds)
        return found

    return make


def exercise(name: str) -> Exercise:
    """Returns the exercise of this name; those of the course are `ex01_…` to `ex14_…`, by lesson, and `ex21_…` on.

    Raises KeyError for a name that no exercise has, and names those that are like it.
    """
    lesson = re.match(r"ex(\d\d)_", name)
    if name not in _exercises and lesson:
        _load(f"lesson{lesson[1]}")
    if name not in _exercises:
        known = [found.name for found in exercises()]
        near = difflib.get_close_matches(name, known, 3) or known
        raise KeyError(f"there is no exercise {name!r}; there {'is' if len(near) == 1 else 'are'} {names(near)}")
    return _exercises[name]


def exercises() -> "Listing":
    """Returns all exercises, by name; printing them lists names and titles."""
    package = importlib.import_module(_LESSONS)
    for module in pkgutil.iter_modules(package.__path__):
        _load(module.name)
    return Listing(_exercises[name] for name in sorted(_exercises))


class Listing(list[Exercise]):
    """Exercises; printing them lists names and titles."""

    def __repr__(self) -> str:
        return "\n".join(f"{found.name:<24} {found.title}" for found in self)


_LESSONS = f"{__package__}.exercises"


def _load(module: str) -> None:
    try:
        importlib.import_module(f"{_LESSONS}.{module}")
    except ModuleNotFoundError as error:
        if error.name != f"{_LESSONS}.{module}":
            raise


def source_of(make: Callable[[], Any]) -> str:
    """The body of a function without parameters, without the line that returns its answer where that is a name."""
    lines = inspect.getsource(make).split("\n")
    begin = next(i for i, line in enumerate(lines) if line.lstrip().startswith("def ")) + 1
    body = textwrap.dedent("\n".join(lines[begin:])).strip()
    return re.sub(r"\n*return [\w, ]+$", "", body)
