"""tf.flags, also tf.app.flags: command-line flags, which are absl's.

    tf.flags.DEFINE_float("learning_rate", 0.01, "step size")
    FLAGS = tf.flags.FLAGS
    print(FLAGS.learning_rate)

Reading a flag parses the command line the first time. In a notebook there is none, so every flag has its default, and
running a cell again defines its flags anew.
"""

import functools
import inspect
import sys
from typing import Any

from absl import flags as absl_flags

from graphlab._src.base import logging

_OLD_NAMES = {"flag_name": "name", "default_value": "default", "docstring": "help"}
_IN_NOTEBOOK = "ipykernel" in sys.modules


class _Values:
    """The flags and their values: FLAGS.name reads one, and FLAGS.name = value sets it."""

    def __init__(self, flags):
        self.__dict__["_flags"] = flags

    def __getattr__(self, name) -> Any:
        flags = self.__dict__["_flags"]
        if name in flags and not flags.is_parsed():
            flags(command_line())
        return getattr(flags, name)

    def __setattr__(self, name, value):
        setattr(self._flags, name, value)

    def __delattr__(self, name):
        delattr(self._flags, name)

    def __dir__(self):
        return dir(self._flags)

    def __getitem__(self, name):
        return self._flags[name]

    def __setitem__(self, name, flag):
        self._flags[name] = flag

    def __contains__(self, name):
        return name in self._flags

    def __len__(self):
        return len(self._flags)

    def __iter__(self):
        return iter(self._flags)

    def __str__(self):
        return str(self._flags)

    def __call__(self, *args, **kwargs):
        return self._flags(*args, **kwargs)


def command_line():
    """sys.argv; of a notebook's kernel, whose arguments are Jupyter's own, only the program."""
    return sys.argv[:1] if _IN_NOTEBOOK else sys.argv


def _accepting_old_names(define):
    """absl's function that also accepts flag_name, default_value and docstring, as TensorFlow's does."""

    @functools.wraps(define)
    def wrapped(*args, **kwargs):
        old = _OLD_NAMES.keys() & kwargs
        if old:
            logging.warning(
                "Use of the keyword argument names (flag_name, default_value, docstring) is deprecated, "
                "please use (name, default, help) instead.",
                stacklevel=2,
            )
        arguments = {_OLD_NAMES.get(key, key): value for key, value in kwargs.items()}
        if _IN_NOTEBOOK:
            _forget(inspect.signature(define).bind_partial(*args, **arguments).arguments.get("name"))
        return define(*args, **arguments)

    return wrapped


def _forget(name):
    """Removes a flag that a notebook's cell defined before and now defines again."""
    flags = absl_flags.FLAGS
    if name in flags and name in {flag.name for flag in flags.flags_by_module_dict().get(sys.argv[0], [])}:
        delattr(flags, name)


absl_flags.disclaim_key_flags()

DEFINE_string = _accepting_old_names(absl_flags.DEFINE_string)
DEFINE_boolean = DEFINE_bool = _accepting_old_names(absl_flags.DEFINE_boolean)
DEFINE_float = _accepting_old_names(absl_flags.DEFINE_float)
DEFINE_integer = _accepting_old_names(absl_flags.DEFINE_integer)

FLAGS = _Values(absl_flags.FLAGS)


def __getattr__(name):
    return getattr(absl_flags, name)


def __dir__():
    return sorted({*globals(), *dir(absl_flags)})
