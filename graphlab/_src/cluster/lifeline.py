"""A process that ends with the one that started it, however that ends: it reads a pipe of which the other has the end."""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any

VARIABLE = "GRAPHLAB_LIFELINE"  # the number of the pipe that the started process reads
_GRACE = 5.0  # seconds from SIGTERM to the end


class Lifeline:
    """The end of the pipe that the starting process holds. Closing it ends what was started with it."""

    def __init__(self) -> None:
        self._read, self._write = os.pipe()  # neither is inherited, unless Popen is to pass it on

    def popen(self, command: Sequence[str], environment: Mapping[str, str], **options: Any) -> subprocess.Popen[Any]:
        """Starts a process, in a session of its own, that calls end_with_caller()."""
        return subprocess.Popen(
            command,
            env={**environment, VARIABLE: str(self._read)},
            pass_fds=[self._read],
            start_new_session=True,
            **options,
        )

    def close(self) -> None:
        """Ends the processes."""
        for descriptor in (self._read, self._write):
            os.close(descriptor)


def end_with_caller() -> None:
    """Lets this process end with the one that started it by a Lifeline, if one has, and be interrupted by it."""
    number = os.environ.pop(VARIABLE, "")
    if number.isdigit():
        # What was started inherits of its caller that it ignores or blocks the signal.
        if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        threading.Thread(target=_watch, args=(int(number),), name="graphlab lifeline", daemon=True).start()


def _watch(descriptor: int) -> None:
    try:
        os.read(descriptor, 1)
    except OSError:  # it was none
        return
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_GRACE)
    os._exit(128 + signal.SIGTERM)
