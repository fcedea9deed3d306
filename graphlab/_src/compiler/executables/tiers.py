"""NumPy or compiled code: which of the two runs a segment for sizes that have not come before.

Compiling lasts a few tenths of a second, for each size anew. So other sizes than the first run with NumPy until that has
taken as long as compiling would have: what comes again and again is compiled, at twice the least time at most, and what
does not come again never is.
"""

import math
import threading
import time

from graphlab._src.compiler.interpreter.jaxpr import UnknownPrimitiveError
from graphlab._src.compiler.interpreter.primitives.table import TooSlowError

_LEAST = 0.1  # seconds; no code is compiled sooner, though the disk may have some
_REMEMBERED = 4096  # sizes


class Preference:
    """What tests set to have one tier do all that it can.

    numpy: NumPy runs every segment that it has rules for, the first time too and however long that lasts.
    """

    def __init__(self):
        self.numpy = False


prefer = Preference()


class Tier:
    """How one segment has been run for the sizes that came.

    refused: why NumPy does not run it, or "".  runs: how many runs NumPy did.  seconds: how long they lasted.
    compiling: seconds that the last compile lasted.
    """

    def __init__(self):
        self.refused = ""
        self.runs = 0
        self.seconds = 0.0
        self.compiling = _LEAST
        self.spent = {}  # what requires an executable of its own -> seconds spent on it with NumPy
        self._interpreter = None
        self._lock = threading.Lock()

    def compiled(self, seconds):
        """Notes how long a compile lasted."""
        self.compiling = max(_LEAST, seconds)

    def run(self, key, make, values, folding_of):
        """The outputs, by NumPy; None when the segment is to be compiled.

        key: what requires an executable of its own.  make(): the Interpreter.  values, folding_of: what it runs on.
        """
        left = math.inf if prefer.numpy else self.compiling - self.spent.get(key, 0.0)
        if self.refused or left <= 0:
            return None
        begun = time.perf_counter()
        try:
            if self._interpreter is None:
                self._interpreter = make()
            outputs = self._interpreter.run(values, folding_of, left)
        except UnknownPrimitiveError as error:
            self.refused = f"NumPy can't do {error}"
            return None
        except TooSlowError:
            outputs = None
        seconds = time.perf_counter() - begun
        with self._lock:
            if len(self.spent) >= _REMEMBERED and key not in self.spent:
                del self.spent[next(iter(self.spent))]
            self.spent[key] = self.spent.get(key, 0.0) + seconds
            self.seconds += seconds
            self.runs += outputs is not None
        return outputs

    def story(self, inputs):
        """What NumPy did and why, or why it could not; "" where it was not tried. inputs: names of what has other sizes."""
        if not self.runs:
            return f"new sizes of {inputs} are compiled for: {self.refused}" if self.refused else ""
        sizes = len(self.spent)
        return (
            f"NumPy ran {sizes} new size{'s' * (sizes != 1)} of {inputs}, {self.runs} time{'s' * (self.runs != 1)} in "
            f"{self.seconds:.2g} s: compiling for one takes {self.compiling:.2g} s"
        )
