"""tf.app: runs a program's main function with its command-line flags parsed."""

import logging
import sys
from typing import Any

from absl import app as absl_app

from graphlab._src.base import flags as flags

__all__ = ["flags", "run"]


def run(main: Any = None, argv=None):
    """Parses the flags, calls main(argv) with what is left of the command line, and exits with what it returns.

    main: defaults to the main() of the program.  argv: defaults to sys.argv; undefined flags stay in it.
    In a notebook there is nothing to exit from: what main returns comes back.
    """
    main = main or sys.modules["__main__"].main
    if "ipykernel" in sys.modules:
        return main(flags.FLAGS(argv or flags.command_line(), known_only=True))
    # absl shows what is logged as INFO, and JAX logs each kind of device that it does not find.
    logging.getLogger("jax._src.xla_bridge").setLevel(logging.WARNING)
    absl_app.run(main=main, argv=argv, flags_parser=_parsed)


def _parsed(argv):
    return flags.FLAGS(sys.argv if argv is None else argv, known_only=True)
