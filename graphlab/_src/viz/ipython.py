"""The IPython extension: the cell magic %%graph, whose module is imported when it is first used."""

import sys

from graphlab._src.base import context


def load_ipython_extension(shell):
    """`%load_ext graphlab`: registers the magic with `shell`. `import graphlab` does the same for the running shell."""
    shell.register_magic_function(graph, "cell")


def graph(line, cell):
    """%%graph [NAME] [--depth N] [--highlight NAME …]: builds what the cell makes into a fresh graph, and shows it.

    The new graph becomes the default graph and is called NAME, or `graph`; running the cell again replaces it, so that
    nothing piles up. The value of a last expression is shown too.
    """
    context.hook("graph_cell")(line, cell)


def load():
    """Registers the magic with the IPython that runs this program, if there is one."""
    module = sys.modules.get("IPython")
    shell = None if module is None else module.get_ipython()
    if shell is not None:
        load_ipython_extension(shell)
