"""NumPy or compiled code: which of the two runs a segment for sizes that it was not compiled for.

Compiling lasts a few tenths of a second at least, for each size anew; NumPy begins at once. So NumPy runs a segment first.
When the segment is run again and again, or when the first run lasts long, it is compiled in another thread (behind.py), and
NumPy goes on meanwhile. What repeats, as the layers of a model do, is soon compiled and runs many times in a step: a run makes
way while it is traced, and when NumPy has computed as long as compiling may last, a later run waits for the code, as long
again at most. So what runs once is never compiled. Other sizes than the first are compiled for when NumPy has taken as long for one of them as compiling
would: what comes again and again is compiled, and what does not come again never is.

Both compute the same but for the last bits, and a clock decides which of them runs. Where every run of a program has to
be equal to the last bit, nothing but compiled code runs (ConfigProto, see `Device.compiles_first`).

Initial values of variables are computed once, so NumPy computes them. How many times is decided by the number of
operations, not by a clock, so that a program with a seed begins with the same bits on every machine and day.
"""

import contextlib
import math
import threading
import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from graphlab._src.compiler.effects import Value
from graphlab._src.compiler.executables import behind, progress, worker
from graphlab._src.compiler.interpreter.primitives.table import UnknownPrimitiveError, looking
from graphlab._src.compiler.interpreter.segment import Interpreter
from graphlab._src.compiler.kernel_calls import Folding

_LEAST = 0.1  # seconds; what compiling lasts at least, though the disk may have the code
# Seconds of NumPy until a segment is compiled beside it, for any and for each operation: in its first run, and after that.
_PATIENCE = (0.5, 0.0005), (0.1, 0.0002)
_DUE = 0.3, 0.002  # seconds that compiling may last, for any segment and for each operation
_LOOK = 0.02  # seconds between two looks whether that is done
_COMPILING = 0.15, 0.2, 0.001  # seconds of XLA: for any segment, for one of its random operations, for any operation
_COMPUTING = 3e-5  # seconds of NumPy for an operation
_AT_ONCE = 1e-3  # seconds; what is sooner over is neither looked at nor stopped meanwhile
_CALL = 2e-5, 2e-6  # seconds that a call of compiled code lasts at least, and for each of its inputs and outputs
_REMEMBERED = 4096  # sizes
_NOW = 5.0  # seconds since its last run in which a segment may be said to run


def runs_before_compiling(operations: int, draws: int) -> int:
    """How many times NumPy computes initial values in the time in which XLA would compile.

    How many numbers they draw does not matter: XLA's code on a CPU draws none sooner than NumPy.
    operations: how many.  draws: how many of them are random.
    """
    compiling = _COMPILING[0] + _COMPILING[1] * draws + _COMPILING[2] * operations
    return int(compiling / (_COMPUTING * operations))


class TooSlowError(Exception):
    """The code is compiled before NumPy is through."""


class _WaitedError(Exception):
    """Compiling lasts longer than it may."""


class Preference:
    """What tests set to have one tier do all that it can.

    numpy: NumPy runs every segment that it has rules for, however long that lasts.
    compiled: compiled code runs everything but initial values, and what comes in other sizes than the first.
    """

    def __init__(self) -> None:
        self.numpy = self.compiled = False


prefer = Preference()


class Times:
    """How long NumPy and the compiler have taken for one segment, or for all equal ones, which share compiled code.

    is_shared: whether there may be equal ones.  compiling: seconds that compiling lasts at least.
    is_known: whether anything was compiled yet.
    spent: {what requires an executable of its own: seconds of NumPy}.  first: those of each segment's first run.
    waited: {what requires an executable of its own: seconds that runs waited for it}.
    """

    def __init__(self, is_shared: bool = False) -> None:
        self.is_shared = is_shared
        self.compiling = _LEAST
        self.is_known = False
        self.spent: dict[Hashable, float] = {}
        self.first: dict[Hashable, float] = {}
        self.waited: dict[Hashable, float] = {}
        self._last = -math.inf  # when a run ended, in seconds of time.perf_counter()
        self._lock = threading.Lock()

    def compiled(self, seconds: float) -> None:
        """Notes how long a compile lasted; code that an equal segment had needs none."""
        self.compiling, self.is_known = max(self.compiling, seconds), True

    def ran(self, key: Hashable, seconds: float, is_first: bool) -> None:
        """Notes how long a run with NumPy lasted."""
        with self._lock:
            _add(self.spent, key, seconds)
            if is_first:
                _add(self.first, key, seconds)
            self._last = time.perf_counter()

    def note_wait(self, key: Hashable, seconds: float) -> None:
        """Notes how long a run waited for compiled code."""
        with self._lock:
            _add(self.waited, key, seconds)

    def urgency(self, key: Hashable) -> float:
        """Seconds of NumPy that compiled code might have spared; 0 for what no longer runs."""
        return self.spent.get(key, 0.0) if time.perf_counter() - self._last < _NOW else 0.0


def _add(times: dict[Hashable, float], key: Hashable, seconds: float) -> None:
    if len(times) >= _REMEMBERED and key not in times:
        del times[next(iter(times))]
    times[key] = times.get(key, 0.0) + seconds


class _Brief:
    """The runs for some sizes that NumPy is through with at once.

    run(values): the outputs.  patience: seconds of them until the segment is compiled beside NumPy.
    seconds: of all so far.  least: of the shortest.
    """

    def __init__(self, run: Callable[[Sequence[Any]], list[Any]], patience: float) -> None:
        self.run = run
        self.patience = patience
        self.seconds = 0.0
        self.least = math.inf


class Tier:
    """How one segment has been run for the sizes that came.

    refused: why NumPy does not run it, or "".  runs: how many runs NumPy did.  seconds: how long they lasted.
    initial: how many times NumPy computes initial values.  operations: how many it has.
    times: the Times of it and of the segments that are equal.  begins: whether NumPy ran it before it was compiled.
    first: the sizes that came first, None before the first run.
    """

    def __init__(self, initial: int = 0, operations: int = 0, times: Times | None = None) -> None:
        self.operations = operations
        self.refused = ""
        self.runs = 0
        self.seconds = 0.0
        self.initial = initial
        self.begins = False
        self.first: tuple[Hashable] | None = None
        self.times = times or Times()
        self._interpreter: Interpreter | None = None
        self._brief: dict[Hashable, _Brief] = {}
        self._lock = threading.Lock()

    def run_briefly(self, key: Hashable, values: Sequence[Any]) -> list[Any] | None:
        """The outputs, by NumPy, for sizes that it was through with at once before; None where `run` has to find out.

        key, values: as for `run`, the values in the order of the segment's inputs.
        """
        brief = self._brief.get(key)
        if brief is None:
            return None
        begun = time.perf_counter()
        try:
            outputs = brief.run(values)
        except Exception:  # `run` finds the same, and says it
            return None
        seconds = time.perf_counter() - begun
        with self._lock:
            self.runs += 1
            self.seconds += seconds
            brief.seconds += seconds
            brief.least = min(brief.least, seconds)
            if brief.seconds > brief.patience and self._brief.get(key) is brief:
                if brief.least <= _CALL[0] + _CALL[1] * (len(values) + len(outputs)):
                    brief.patience = math.inf
                else:
                    del self._brief[key]
                    self.times.ran(key, brief.seconds, False)
        return outputs

    def run(
        self,
        key: Hashable,
        make: Callable[[], Interpreter],
        values: Mapping[Value, Any],
        folding_of: Callable[[dict[Value, Any]], Folding],
        compile_behind: Callable[[], worker.Task[None]],
        is_compiled: bool,
        check: Callable[[], object] | None = None,
        order: Sequence[Value] | None = None,
    ) -> list[Any] | None:
        """The outputs, by NumPy; None when compiled code is to run, which may have to be made first.

        key: what requires an executable of its own.  make(): the Interpreter.  values, folding_of: what it runs on.
        compile_behind(): begins to make the executable for the key, unless it was begun before.
        is_compiled: whether there is an executable for other sizes.
        check(): called now and then; what it raises ends the run.
        order: of the values for `run_briefly`; None where that is not to be called.
        """
        patience = self._patience(key, is_compiled)
        stays = prefer.numpy or self.runs < self.initial
        status, is_drawn = contextlib.ExitStack(), False
        begun = time.perf_counter()

        def look() -> None:
            nonlocal is_drawn
            if check is not None:
                check()
            if time.perf_counter() - begun < patience:
                return
            if not stays and compile_behind().done:
                raise TooSlowError
            if not is_drawn:
                is_drawn = True
                status.enter_context(progress.behind(behind.count))

        if patience <= 0 and not stays:
            task = compile_behind()
            if not task.done and self.times.is_shared and -patience > self._due:
                self._wait(task, key, check)
            if compile_behind().done:  # it may have ended because NumPy has to count iterations first
                return None
        if self.times.is_shared:
            behind.let_trace(check)
        try:
            with status, behind.foreground(), looking(look, _LOOK):
                if self._interpreter is None:
                    self._interpreter = make()
                outputs = self._interpreter.run(values, folding_of)
        except UnknownPrimitiveError as error:
            self.refused = f"NumPy can't do {error}"
            return None
        except TooSlowError:
            outputs = None
        seconds = time.perf_counter() - begun
        with self._lock:
            is_first = self.first is None
            if is_first:
                self.first, self.begins = (key,), not is_compiled
            self.seconds += seconds
            self.runs += outputs is not None
        self.times.ran(key, seconds, is_first)
        interpreter = self._interpreter if outputs is not None and seconds < _AT_ONCE else None
        if order is not None and interpreter is not None and interpreter.is_straight:
            patience = math.inf if stays else self._patience(key, is_compiled)
            if patience > 0 and len(self._brief) < _REMEMBERED:
                self._brief[key] = _Brief(interpreter.prepared(order), patience)
        return outputs

    @property
    def _due(self) -> float:
        """Seconds that compiling may last; when NumPy has computed as long beside it, a run waits as long for it."""
        any_segment, each = _DUE
        return any_segment + each * self.operations

    def _wait(self, task: worker.Task[None], key: Hashable, check: Callable[[], object] | None) -> None:
        """Waits for compiled code as long as it may take: NumPy would take longer, and keep the processor from it."""
        begun = time.perf_counter()
        end = begun + self._due - self.times.waited.get(key, 0.0)

        def check_time() -> None:
            if check is not None:
                check()
            if time.perf_counter() > end:
                raise _WaitedError

        if begun > end:
            return
        try:
            with contextlib.suppress(_WaitedError), progress.behind(behind.count):
                task.wait(check_time)
        finally:
            self.times.note_wait(key, time.perf_counter() - begun)

    def _patience(self, key: Hashable, is_compiled: bool) -> float:
        """Seconds that NumPy may take from now on until the segment is compiled beside it."""
        times = self.times
        spent = times.spent.get(key, 0.0)
        if is_compiled or self.first is not None and self.first != (key,):
            return (times.compiling if times.is_known else max(times.compiling, self._due)) - spent
        first, later = (any_segment + each * self.operations for any_segment, each in _PATIENCE)
        return first if self.first is None else later - (spent - times.first.get(key, 0.0))

    def story(self, inputs: str) -> str:
        """What NumPy did and why, or why it could not; "" where it was not tried. inputs: names of what has other sizes."""
        if not self.runs:
            return f"compiled before it runs: {self.refused}" if self.refused else ""
        times = f"{self.runs} time{'s' * (self.runs != 1)} in {self.seconds:.2g} s"
        if self.initial:
            return f"NumPy ran initial values, {times}: compiling lasts longer"
        sizes = len(self.times.spent)
        if self.begins and (sizes == 1 or not inputs):
            stays = any(brief.patience == math.inf for brief in list(self._brief.values()))
            return f"NumPy ran it {times}, {'which is less than calls of XLA last' if stays else 'without waiting for XLA'}"
        what = f"{sizes} {'' if self.begins else 'new '}size{'s' * (sizes != 1)} of {inputs}"
        return f"NumPy ran {what}, {times}: compiling for one lasts {self.times.compiling:.2g} s"
