"""tensorflow.python.training.tensorboard_logging: log messages that are events, too, which TensorBoard reads."""

import time
from typing import Any

from graphlab._src.base import logging
from graphlab._src.proto import Event, LogMessage

DEBUG, INFO, WARN, ERROR, FATAL = "DEBUG", "INFO", "WARN", "ERROR", "FATAL"

# Each level in events, and in the log.
_LEVELS = {
    DEBUG: (LogMessage.DEBUGGING, logging.DEBUG),
    INFO: (LogMessage.INFO, logging.INFO),
    WARN: (LogMessage.WARN, logging.WARN),
    ERROR: (LogMessage.ERROR, logging.ERROR),
    FATAL: (LogMessage.FATAL, logging.FATAL),
}
_NONE_SET = object()
_state: dict[str, Any] = {"verbosity": WARN, "writer": _NONE_SET}


def get_verbosity() -> str:
    """The lowest level that becomes an event."""
    return _state["verbosity"]


def set_verbosity(verbosity: str) -> None:
    """Sets the lowest level that becomes an event. ValueError for what is no level."""
    check_verbosity(verbosity)
    _state["verbosity"] = verbosity


def check_verbosity(verbosity: str) -> None:
    """ValueError for what is no level."""
    if verbosity not in _LEVELS:
        raise ValueError(f"Level {verbosity} is not a valid tensorboard_logging level")


def set_summary_writer(summary_writer: Any) -> None:
    """Sets the FileWriter that messages are added to; None for the log alone."""
    _state["writer"] = summary_writer


def clear_summary_writer() -> None:
    """Forgets the FileWriter."""
    _state["writer"] = _NONE_SET


def log(level: str, message: str, *args: Any) -> None:
    """Logs message % args, and adds it to the FileWriter where its level is high enough.

    RuntimeError before set_summary_writer; ValueError for what is no level.
    """
    writer = _state["writer"]
    if writer is _NONE_SET:
        raise RuntimeError("Must call set_summary_writer before doing any logging from tensorboard_logging")
    check_verbosity(level)
    in_events, in_log = _LEVELS[level]
    if writer is not None and in_events >= _LEVELS[_state["verbosity"]][0]:
        text = LogMessage(level=in_events, message=message % args)
        writer.add_event(Event(wall_time=time.time(), log_message=text))
    logging.log(in_log, message, *args)


def debug(message: str, *args: Any) -> None:
    """Logs at the level DEBUG."""
    log(DEBUG, message, *args)


def info(message: str, *args: Any) -> None:
    """Logs at the level INFO."""
    log(INFO, message, *args)


def warn(message: str, *args: Any) -> None:
    """Logs at the level WARN."""
    log(WARN, message, *args)


def error(message: str, *args: Any) -> None:
    """Logs at the level ERROR."""
    log(ERROR, message, *args)


def fatal(message: str, *args: Any) -> None:
    """Logs at the level FATAL."""
    log(FATAL, message, *args)
