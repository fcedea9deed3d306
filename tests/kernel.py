"""A Jupyter kernel that runs this interpreter on this checkout, whatever kernels the user has."""

import json
import sys
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]


def write_kernel_spec(data: Path, name: str) -> None:
    """Adds the kernel `name` to the Jupyter data folder `data`."""
    folder = data / "kernels" / name
    folder.mkdir(parents=True)
    spec = {
        "argv": [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"],
        "display_name": "Python 3",
        "language": "python",
        "env": {"PYTHONPATH": str(REPOSITORY)},
    }
    (folder / "kernel.json").write_text(json.dumps(spec))
