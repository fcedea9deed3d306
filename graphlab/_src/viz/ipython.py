"""What IPython and its kernel get of graphlab when it is imported: the magic %%graph, the Graph panel's comm, short tracebacks.

The modules of the first two are imported when they are first used.
"""

import sys

from graphlab._src.base import context, tracebacks
from graphlab._src.base.fixes import fix_of

PANEL = "graphlab.panel"  # the target of the comm that a Graph panel opens


def load_ipython_extension(shell):
    """`%load_ext graphlab`: registers all of this with `shell`. `import graphlab` does the same for the running shell."""
    shell.register_magic_function(graph, "cell")
    tracebacks.fold_in(shell)
    kernel = getattr(shell, "kernel", None)
    if kernel is not None and hasattr(kernel, "comm_manager"):
        if _offer_fix not in shell.events.callbacks["post_run_cell"]:
            shell.events.register("post_run_cell", _offer_fix)
        kernel.comm_manager.register_target(PANEL, lambda comm, message: context.hook("graph_panel")(comm, message))
        _announce(kernel)


def _offer_fix(result):
    """Shows, beneath the traceback of a cell that failed, the edit that repairs it, where there is one."""
    error = result.error_in_exec
    if error is not None and (fix_of(error) is not None or isinstance(error, (TypeError, AttributeError, NameError))):
        context.hook("fix_offer")(error)


def _announce(kernel):
    """Lets a panel that was open before graphlab was imported know that it may open its comm.

    A message for a comm that no page has, which front ends without a panel ignore.
    """
    content = {"comm_id": PANEL, "data": {}}
    kernel.session.send(kernel.iopub_socket, "comm_msg", content, parent=kernel.get_parent(), ident=b"comm-graphlab")


def graph(line, cell):
    """%%graph [NAME] [--depth N] [--highlight NAME …] [--keep]: builds what the cell makes into a fresh graph, and shows it.

    The new graph becomes the default graph and is called NAME, or `graph`; running the cell again replaces it, so that
    nothing piles up. The value of a last expression is shown too. With --keep the notebook's sessions of the graph that is
    replaced go on with the new one, in which variables of the same name, shape and type keep their values.
    """
    context.hook("graph_cell")(line, cell)


def load():
    """Registers the magic with the IPython that runs this program, if there is one, and folds tracebacks."""
    tracebacks.load()
    module = sys.modules.get("IPython")
    shell = None if module is None else module.get_ipython()
    if shell is not None:
        load_ipython_extension(shell)
