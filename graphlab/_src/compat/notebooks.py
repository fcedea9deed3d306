"""`graphlab run notebook.ipynb`: runs every cell in a kernel where `import tensorflow` means graphlab."""

import importlib
import importlib.util
import os
import re
import sys

from graphlab._src.compat.no_program import NoProgramError

_KERNEL = "python3"
_SETUP = "import graphlab.compat; graphlab.compat.install(force={force}, legacy={legacy}); del graphlab"
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def run_notebook(path, arguments, output=None, force=False, legacy=False):
    """Runs the cells one after the other, prints what they print, and returns the exit status: 1 when a cell failed.

    arguments: sys.argv[1:] in the notebook.  output: where to write the notebook with its outputs, also after a failure.
    Raises NoProgramError when there is no such file, or Jupyter is not installed.
    """
    if not os.path.isfile(path):
        raise NoProgramError(f"{path} is a folder." if os.path.isdir(path) else f"there is no file {path}.")
    if output is not None:
        _check_output(output)
    nbformat, nbclient = (_jupyter(name) for name in ("nbformat", "nbclient"))
    notebook = _read(nbformat, path)
    setup = [_SETUP.format(force=force, legacy=legacy), f"import sys; sys.argv = {[path, *arguments]!r}; del sys"]
    folder = os.path.dirname(os.path.abspath(path))

    class Client(nbclient.NotebookClient):
        def output(self, outs, msg, display_id, cell_index):
            output = super().output(outs, msg, display_id, cell_index)
            if output is not None:
                _show(output)
            return output

    client = Client(
        notebook,
        kernel_name=_KERNEL,  # whatever kernel it was written for, Python 2's among them
        timeout=None,
        resources={"metadata": {"path": folder}},
        extra_arguments=[*(f"--IPKernelApp.exec_lines={line}" for line in setup), "--IPKernelApp.log_level=ERROR"],
    )
    try:
        client.execute()
    except nbclient.exceptions.CellExecutionError:
        return 1
    except KeyboardInterrupt:
        return 130
    finally:
        if output is not None:
            nbformat.write(notebook, output)
    return 0


def _check_output(path):
    """NoProgramError where no notebook can be written to: known before the cells run, not after."""
    if os.path.isdir(path):
        raise NoProgramError(f"--output {path} is a folder: name a file in it.")
    folder = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(folder):
        raise NoProgramError(f"--output {path}: there is no folder {folder}.")


def _read(nbformat, path):
    if not os.path.getsize(path):
        raise NoProgramError(f"{path} is empty, and no notebook.")
    try:
        notebook = nbformat.read(path, as_version=4)
        nbformat.validate(notebook)
    except (MemoryError, OSError):
        raise
    except (AttributeError, KeyError, UnicodeDecodeError) as error:
        raise NoProgramError(f"{path} is no notebook: it is not the JSON of one.") from error
    except Exception as error:  # nbformat has errors of many classes
        reason = str(error).strip().partition("\n")[0][:200] or type(error).__name__
        raise NoProgramError(f"{path} is no notebook that can be run: {reason}") from error
    return notebook


def _show(output):
    """Prints an output of a cell as text as it comes; an error on stderr."""
    kind = output["output_type"]
    if kind == "stream":
        print(output["text"], end="", flush=True, file=sys.stderr if output["name"] == "stderr" else sys.stdout)
    elif kind == "error":
        text = "\n".join(output["traceback"])
        print(text if sys.stderr.isatty() else _COLOURS.sub("", text), file=sys.stderr)
    elif "text/plain" in output.get("data", {}):
        print(output["data"]["text/plain"], flush=True)


def _jupyter(name):
    if importlib.util.find_spec(name) is None or importlib.util.find_spec("ipykernel") is None:
        raise NoProgramError("notebooks run in Jupyter's kernel: `pip install 'graphlab[lab]'` first.")
    return importlib.import_module(name)
