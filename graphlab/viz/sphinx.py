"""graphlab.viz.sphinx: live diagrams in a site that MyST-NB makes of notebooks.

    extensions = ["myst_nb", "graphlab.viz.sphinx"]  # in conf.py

Every output with a diagram is a live diagram in the pages, without a kernel and without a network.
"""

from graphlab._src.viz.site_diagram import setup

__all__ = ["setup"]
