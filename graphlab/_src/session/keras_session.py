"""The session that Keras works in where none is open."""

import threading

from graphlab._src.graph import get_default_graph
from graphlab._src.session.base_session import BaseSession
from graphlab._src.session.session import Session

_kept = threading.local()


def kept_session() -> BaseSession:
    """A session for the default graph: the same one until another graph is the default."""
    session = getattr(_kept, "session", None)
    if session is None or session.graph is not get_default_graph():
        session = _kept.session = Session()
    return session


def keep_session(session: BaseSession | None) -> None:
    """Makes it the one that is kept; None forgets the one that is."""
    _kept.session = session
