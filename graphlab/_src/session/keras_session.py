"""The session that Keras works in where none is open."""

import threading

from graphlab._src.graph import get_default_graph
from graphlab._src.session import config_defaults
from graphlab._src.session.base_session import BaseSession
from graphlab._src.session.session import Session

fallback = threading.local()  # `session`, as in the `_SESSION` of TensorFlow's backend, which programs look into


def fallback_session() -> BaseSession:
    """A session for the default graph: the same one until another graph is the default. It places softly."""
    session = getattr(fallback, "session", None)
    if session is None or session.graph is not get_default_graph():
        config = config_defaults.copy()
        config.allow_soft_placement = True
        session = fallback.session = Session(config=config)
    return session


def set_fallback_session(session: BaseSession | None) -> None:
    """Makes it the fallback session; None forgets the current one."""
    fallback.session = session
