"""What the last run of a graph fed: noted while there are diagrams, for runs beside those of the program."""

from graphlab._src.session import base_session
from graphlab._src.session.tracing import last_run

_DIAGRAMS = "diagrams"
_begun = []  # whether runs are noted


def begin():
    """From now on runs note what they feed: the values stay in memory until the next run."""
    if _begun:
        return
    _begun.append(True)
    if last_run.begin(_DIAGRAMS):
        for session in base_session.open_sessions():
            session.forget_calls()


def last(graph):
    """(the open session of a graph whose run ended last, {tensor: value} of what that fed); (None, {}) without a session."""
    sessions = [session for session in base_session.open_sessions() if session.graph is graph]
    noted = {session: found for session in sessions if (found := last_run.of(session)) is not None and found.runs}
    if noted:
        newest = max(noted, key=lambda session: noted[session].ended)
        return newest, noted[newest].fed
    return (sessions[-1], {}) if sessions else (None, {})
