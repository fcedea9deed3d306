"""Makes `import tensorflow` mean graphlab in this process, and reverts that."""

import functools
import importlib
import importlib.util
import sys
import warnings

import graphlab
from graphlab._src.base import omissions
from graphlab._src.base.lazy_imports import on_first_call
from graphlab._src.compat import child_processes, former_hdf5, importer, removed_names, replaced_names

_add_names = on_first_call("graphlab._src.compat.legacy.names:add")
_remove_names = on_first_call("graphlab._src.compat.legacy.names:remove")
_finder = importer.Finder()
# Programs use these by the names of their packages alone: importing TensorFlow imports them.
_IMPORTED_WITH_TENSORFLOW = "multiprocessing.pool", "urllib.request", "xml.dom.minidom"
_before = {}  # the modules that were called tensorflow… before


def install(force=False, legacy=False):
    """From now on `import tensorflow`, and whatever is below it, means graphlab. Returns whether it does.

    force: also where TensorFlow itself is installed, which is left alone otherwise, with a warning.
    legacy: with the names and orders of arguments of TensorFlow 0.12, for programs that are older than 1.0.
    """
    if installed():
        if legacy:
            _add_names()
            child_processes.follow(functools.partial(install, force=True, legacy=legacy))
        return True
    if not force and has_tensorflow():
        warnings.warn(
            "TensorFlow itself is installed, so `import tensorflow` still means it: "
            "graphlab.compat.install(force=True), or `graphlab run --force`, makes it mean graphlab.",
            stacklevel=3,
        )
        return False
    for name in [name for name in sys.modules if name.partition(".")[0] in importer.ROOTS]:
        _before[name] = sys.modules.pop(name)
    sys.meta_path.insert(0, _finder)
    omissions.finders.append(importer.submodule)
    for name in ("python", "core"):  # programs say tf.python.… without importing it
        importlib.import_module(f"tensorflow.{name}")
    for name in _IMPORTED_WITH_TENSORFLOW:
        importlib.import_module(name)
    removed_names.bring_back()
    former_hdf5.bring_back()
    child_processes.follow(functools.partial(install, force=True, legacy=legacy))
    if legacy:
        _add_names()
    return True


def uninstall():
    """`import tensorflow` means what it meant before install()."""
    if not installed():
        return
    _remove_names()
    sys.meta_path.remove(_finder)
    omissions.finders.remove(importer.submodule)
    for name in [name for name in sys.modules if name.partition(".")[0] in importer.ROOTS]:
        del sys.modules[name]
    replaced_names.restore_all()
    sys.modules.update(_before)
    _before.clear()
    for name in ("python", "core", "examples"):
        if name in vars(graphlab):
            delattr(graphlab, name)
    removed_names.take_away()
    former_hdf5.take_away()
    child_processes.leave()


def installed():
    """True between install() and uninstall()."""
    return _finder in sys.meta_path


def has_tensorflow():
    """True when `import tensorflow` finds TensorFlow itself."""
    try:
        return importlib.util.find_spec("tensorflow") is not None
    except ValueError:  # a module without a spec was put there by hand
        return True
