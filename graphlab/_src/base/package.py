"""PACKAGE: the folder in which graphlab is installed; EXAMPLES: that of the notebooks that come with it."""

import os
from pathlib import Path

PACKAGE = Path(os.path.abspath(__file__)).parents[2]  # not resolved: frames of code name files as they were imported
# A wheel carries the examples inside the package; in a checkout they are beside it.
EXAMPLES = (
    next((folder for folder in (PACKAGE, PACKAGE.parent) if (folder / "examples").is_dir()), PACKAGE) / "examples"
)
FIRST_EXAMPLE = "01_first_graph.ipynb"
