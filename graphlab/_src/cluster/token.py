"""The token of this user's clusters: who does not have it joins none and runs nothing."""

import hashlib
import hmac
import os
import secrets
from pathlib import Path

from graphlab._src.base.errors import PermissionDeniedError, explain

VARIABLE = "GRAPHLAB_CLUSTER_TOKEN"


def cluster_token() -> str:
    """The token, from the variable GRAPHLAB_CLUSTER_TOKEN or the user's file, which is made when there is none.

    Raises PermissionDeniedError for a file that others may read.
    """
    given = os.environ.get(VARIABLE)
    return given or _from_file(token_file())


def token_file() -> Path:
    """Where the token is stored when no variable has it."""
    folder = os.environ.get("XDG_CONFIG_HOME") or os.path.join(os.path.expanduser("~"), ".config")
    return Path(folder) / "graphlab" / "cluster_token"


def proof(token: str, text: str) -> str:
    """What only who has the token can make of a text."""
    return hmac.new(token.encode(), text.encode(), hashlib.sha256).hexdigest()


def _from_file(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    except FileNotFoundError:
        return _make(path)
    with open(descriptor) as file:
        status = os.fstat(file.fileno())
        if hasattr(os, "getuid") and (status.st_uid != os.getuid() or status.st_mode & 0o077):
            raise PermissionDeniedError(
                None,
                None,
                explain(
                    f"Others may read or own the cluster's token in {path}",
                    fix=f"delete the file: a new one is made, which only you can read; or set {VARIABLE}",
                ),
            )
        token = file.read().strip()
    return token or _make(path)


def _make(path: Path) -> str:
    """Makes the file, complete under another name first, so that two processes that begin together agree."""
    token = secrets.token_hex(32)
    draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with open(descriptor, "w") as file:
            file.write(token)
        try:
            os.link(draft, path)
        except FileExistsError:
            if path.stat().st_size == 0:
                os.replace(draft, path)
                return token
            return path.read_text().strip()
    finally:
        draft.unlink(missing_ok=True)
    return token
