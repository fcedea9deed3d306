"""PACKAGE: the folder in which graphlab is installed."""

import os
from pathlib import Path

PACKAGE = Path(os.path.abspath(__file__)).parents[2]  # not resolved: frames of code name files as they were imported
