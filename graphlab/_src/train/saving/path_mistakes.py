"""What was most likely meant where a Saver is called with what is no checkpoint: the `fix` of the error."""

import functools
import os
import re
from collections.abc import Callable
from typing import Any, TypeVar

from graphlab._src.base.errors import explain
from graphlab._src.io.checkpoint.paths import checkpoints_like
from graphlab._src.io.paths import local_path
from graphlab._src.session.session import BaseSession

_Function = TypeVar("_Function", bound=Callable[..., Any])
_FILES = re.compile(r"(\.index|\.meta|\.data-\d+-of-\d+)$")


def path_fix(save_path: str, is_there: bool = False) -> str | None:
    """What to pass in place of a path that is no checkpoint; None where nothing is known.

    is_there: the path is that of a file, which turned out to be something else.
    """
    file = _FILES.search(save_path)
    if file and os.path.exists(local_path(f"{save_path[: file.start()]}.index")):
        return f"{save_path[: file.start()]!r}, without {file[0]}"
    folder = local_path(save_path)
    if os.path.basename(folder) == "checkpoint" and os.path.isfile(folder):
        return f"tf.train.latest_checkpoint({os.path.dirname(save_path) or '.'!r})"
    if is_there:
        return None
    if os.path.isdir(folder) and checkpoints_like(os.path.join(folder, "")):
        return f"this is a folder: tf.train.latest_checkpoint({save_path!r})"
    near = checkpoints_like(folder)
    return f"checkpoints that are there: {', '.join(near)}" if near else None


def of_an_instance(fix: str) -> Callable[[_Function], _Function]:
    """Decorates a method: called on the class, with a session in place of self, it says that there is no instance."""

    def decorate(method: _Function) -> _Function:
        @functools.wraps(method)
        def checked(self: Any, *args: Any, **keywords: Any) -> Any:
            if isinstance(self, BaseSession):
                message = f"{method.__name__}() missing 1 required positional argument: 'save_path', called on the class Saver"
                raise TypeError(explain(message, fix=fix))
            return method(self, *args, **keywords)

        return checked  # pyright: ignore[reportReturnType]

    return decorate
