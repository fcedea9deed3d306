"""SessionInterface: what sessions, and what wraps them, have in common."""

import abc
from typing import Any

from graphlab._src.session.base_session import BaseSession


class SessionInterface(abc.ABC):
    """A session, or an object around one. Programs check for it with isinstance."""

    graph: Any
    sess_str: Any


SessionInterface.register(BaseSession)
