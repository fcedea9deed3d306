"""tf.logging: messages through Python's logger "tensorflow", whose level programs and notebooks set.

Everything goes to standard error, as `INFO:tensorflow:step 100`; in a notebook or a Python prompt to standard output,
and from INFO on. A program that has set up Python's root logger gets the messages there instead.
"""

import logging
import sys
from collections import Counter

DEBUG = logging.DEBUG
INFO = logging.INFO
WARN = logging.WARNING
ERROR = logging.ERROR
FATAL = logging.FATAL

__all__ = [
    "DEBUG",
    "ERROR",
    "FATAL",
    "INFO",
    "WARN",
    "TaskLevelStatusMessage",
    "debug",
    "error",
    "fatal",
    "flush",
    "get_verbosity",
    "info",
    "log",
    "log_every_n",
    "log_first_n",
    "log_if",
    "set_verbosity",
    "vlog",
    "warn",
    "warning",
]

_calls = Counter()  # of log_every_n and log_first_n, by file and line


class _Output(logging.StreamHandler):
    """Writes to what sys.stdout or sys.stderr is at the time, which notebooks and tests exchange."""

    def __init__(self, name):
        super().__init__()
        self._stream_name = name

    @property
    def stream(self):
        return getattr(sys, self._stream_name)

    @stream.setter
    def stream(self, value):
        pass


def get_logger():
    """The logger that everything here writes to: Python's own logger "tensorflow"."""
    logger = logging.getLogger("tensorflow")
    if not logger.handlers and not logging.getLogger().handlers:
        interactive = hasattr(sys, "ps1") or sys.flags.interactive or "ipykernel" in sys.modules
        handler = _Output("stdout" if interactive else "stderr")
        handler.setFormatter(logging.Formatter(logging.BASIC_FORMAT))
        logger.addHandler(handler)
        logger.propagate = False
        if interactive and logger.level == logging.NOTSET:
            logger.setLevel(INFO)
    return logger


def log(level, msg, *args, **kwargs):
    """Logs `msg % args` at a level: tf.logging.INFO, say."""
    get_logger().log(level, msg, *args, stacklevel=_depth(kwargs), **kwargs)


vlog = log


def debug(msg, *args, **kwargs):
    """Logs `msg % args` for those who look for an error."""
    get_logger().debug(msg, *args, stacklevel=_depth(kwargs), **kwargs)


def info(msg, *args, **kwargs):
    """Logs `msg % args` as news; shown after set_verbosity(tf.logging.INFO)."""
    get_logger().info(msg, *args, stacklevel=_depth(kwargs), **kwargs)


def warning(msg, *args, **kwargs):
    """Logs `msg % args` as a warning."""
    get_logger().warning(msg, *args, stacklevel=_depth(kwargs), **kwargs)


warn = warning


def error(msg, *args, **kwargs):
    """Logs `msg % args` as an error."""
    get_logger().error(msg, *args, stacklevel=_depth(kwargs), **kwargs)


def fatal(msg, *args, **kwargs):
    """Logs `msg % args` as the worst; the program goes on."""
    get_logger().fatal(msg, *args, stacklevel=_depth(kwargs), **kwargs)


def TaskLevelStatusMessage(msg):  # noqa: N802
    """Logs a message as an error."""
    get_logger().error(msg, stacklevel=2)


def flush():
    """Writes out what was logged. Nothing waits to be written, so there is nothing to do."""


def log_every_n(level, msg, n, *args):
    """Logs the first of this line's calls, and every n-th after it."""
    if _count() % n == 0:
        get_logger().log(level, msg, *args, stacklevel=2)


def log_first_n(level, msg, n, *args):
    """Logs the first n of this line's calls."""
    if _count() < n:
        get_logger().log(level, msg, *args, stacklevel=2)


def log_if(level, msg, condition, *args):
    """Logs `msg % args` when the condition is true."""
    if condition:
        get_logger().log(level, msg, *args, stacklevel=2)


def get_verbosity():
    """The level below which nothing is shown."""
    return get_logger().getEffectiveLevel()


def set_verbosity(v):
    """Shows messages from this level on: tf.logging.DEBUG, INFO, WARN, ERROR or FATAL."""
    get_logger().setLevel(v)


def _depth(kwargs):
    """The number of stack frames between this module and the caller's line."""
    return kwargs.pop("stacklevel", 1) + 1


def _count():
    """How often the line that called log_every_n or log_first_n did so before."""
    caller = sys._getframe(2)
    line = caller.f_code.co_filename, caller.f_lineno
    _calls[line] += 1
    return _calls[line] - 1
