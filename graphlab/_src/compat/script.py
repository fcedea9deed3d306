"""`graphlab run script.py`: runs a program as Python would, with `import tensorflow` meaning graphlab."""

import importlib.machinery
import importlib.util
import os
import sys
import types

from graphlab._src.compat import installation
from graphlab._src.compat.no_program import NoProgramError

_NOTE = "  (A program for Python 2: `2to3 -w {path}`, which Python 3.12 and older bring, rewrites it for Python 3.)"


def run_script(path, arguments):
    """Runs the file as the main program and returns its exit status; sys.exit in it passes through.

    Raises NoProgramError when there is no such file.
    """
    if os.path.isdir(path):
        return _run_folder(path, arguments)
    if not os.path.isfile(path):
        raise NoProgramError(f"there is no file {path}.")
    with open(path, "rb") as file:
        if b"\0" in file.read(4096):
            raise NoProgramError(
                f"{path} is no program. `graphlab inspect {path}` says what a file of TensorFlow holds."
            )
    return _run(path, os.path.abspath(path), None, [path, *arguments], os.path.dirname(os.path.abspath(path)))


def _run_folder(path, arguments):
    """Runs __main__.py of a folder, as Python does."""
    main = os.path.join(path, "__main__.py")
    if os.path.isfile(main):
        return _run(main, os.path.abspath(main), None, [path, *arguments], os.path.abspath(path))
    programs = sorted(name for name in os.listdir(path) if name.endswith((".py", ".ipynb")))[:8]
    held = f"; it has {', '.join(programs)}" if programs else ""
    raise NoProgramError(f"{path} is a folder without a __main__.py, which would be its program{held}.")


def run_module(name, arguments):
    """The same for a module, as `python -m name` does; a package runs its __main__."""
    if name.endswith(".py"):
        raise NoProgramError(f"-m is for the name of a module: {name.removesuffix('.py').replace(os.sep, '.')}.")
    folder = os.getcwd()
    sys.path.insert(0, folder)
    try:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.submodule_search_locations is not None:
            spec = importlib.util.find_spec(f"{name}.__main__")
    except ModuleNotFoundError as error:
        raise NoProgramError(f"{error}.") from None
    finally:
        sys.path.remove(folder)
    if spec is None or spec.origin is None:
        raise NoProgramError(f"there is no module {name} to run.")
    return _run(spec.origin, spec.origin, spec, [spec.origin, *arguments], folder)


def _run(path, origin, spec, argv, folder):
    main = types.ModuleType("__main__")
    vars(main).update(
        __file__=path,
        __spec__=spec,
        __builtins__=__builtins__,
        __package__=spec.parent if spec else None,
        __loader__=spec.loader if spec else importlib.machinery.SourceFileLoader("__main__", origin),
    )
    before = sys.modules["__main__"], sys.argv, sys.path[:]
    sys.modules["__main__"], sys.argv = main, argv
    sys.path[0:1] = [folder]
    try:
        with open(origin, "rb") as file:
            code = compile(file.read(), path, "exec", dont_inherit=True)
        exec(code, vars(main))
    except SystemExit:
        raise
    except KeyboardInterrupt:
        return 130
    except BaseException as error:
        _show(error, path)
        return 1
    finally:
        _flush()
        sys.modules["__main__"], sys.argv, sys.path[:] = before
    return 0


def _show(error, path):
    """The traceback from the program's own first line on, as Python prints it, or what the program has set for that."""
    tb = error.__traceback__
    while tb is not None and tb.tb_frame.f_code.co_filename == __file__:
        tb = tb.tb_next
    sys.excepthook(type(error), error.with_traceback(tb), tb)
    if isinstance(error, SyntaxError) and error.filename == path and _is_python_2(error):
        print(_NOTE.format(path=path), file=sys.stderr)


def _is_python_2(error):
    text = str(error.msg)
    return "Missing parentheses" in text or "leading zeros" in text or "multiple exception types" in text


def _flush():
    for stream in (sys.stdout, sys.stderr):
        stream.flush()


def make_tensorflow(force, legacy=False):
    """Installs the names; NoProgramError when an installed TensorFlow is in the way."""
    if not force and not installation.installed() and installation.has_tensorflow():
        raise NoProgramError(
            "TensorFlow itself is installed, and left alone: `graphlab run --force …` runs with graphlab."
        )
    installation.install(force, legacy)
