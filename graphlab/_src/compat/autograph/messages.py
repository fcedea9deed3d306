"""tensorflow.python.autograph.utils.ag_logging: what AutoGraph says, at levels, to the log and to standard output."""

import sys
from typing import Any

from graphlab._src.autograph.conversion import get_verbosity as get_verbosity
from graphlab._src.base import logging

echo_log_to_stdout = hasattr(sys, "ps1")


def has_verbosity(level: int) -> bool:
    """Whether messages of a level are logged."""
    return get_verbosity() >= level


def _echo(msg: str, *args: Any) -> None:
    if echo_log_to_stdout:
        print(msg % args)


def error(level: int, msg: str, *args: Any, **kwargs: Any) -> None:
    """Logs an error of a level."""
    if has_verbosity(level):
        logging.error(msg, *args, **kwargs)
        _echo(f"ERROR: {msg}", *args)


def log(level: int, msg: str, *args: Any, **kwargs: Any) -> None:
    """Logs a message of a level."""
    if has_verbosity(level):
        logging.info(msg, *args, **kwargs)
        _echo(msg, *args)


def warn(msg: str, *args: Any, **kwargs: Any) -> None:
    """Logs a warning."""
    logging.warning(msg, *args, **kwargs)
    _echo(f"WARNING: {msg}", *args)
