"""`python -m docs.site`: builds the site in build/docs. It needs what `pip install '.[docs]'` installs."""

import argparse
import os
import sys
from pathlib import Path

from sphinx.cmd.build import main as sphinx_build

from docs.site import checks, execution, sources

BUILD = sources.REPOSITORY / "build"


def main() -> int:
    """Collects the sources, executes what has to be, and has Sphinx write the pages."""
    parser = argparse.ArgumentParser(prog="python -m docs.site", description=__doc__)
    parser.add_argument("--output", type=Path, default=BUILD / "docs", help="the folder for the pages")
    parser.add_argument("--fresh", action="store_true", help="execute and write everything again")
    options = parser.parse_args()
    source, state = BUILD / "docs_source", execution.STATE
    for folder in (source, state):
        folder.mkdir(parents=True, exist_ok=True)
    if options.fresh:
        sources.remove(state)
    sources.collect(source)
    cache = execution.cache_folder(state)
    if not execution.execute(source, cache):
        return 1
    os.environ["GRAPHLAB_DOCS_CACHE"] = str(cache)
    configuration = str(Path(__file__).parent)
    arguments = [
        "-b",
        "html",
        "-j",
        "auto",
        "-W",
        "--keep-going",
        "-q",
        "-c",
        configuration,
        "-d",
        str(state / "doctrees"),
    ]
    status = sphinx_build([*arguments, *(["-E"] if options.fresh else []), str(source), str(options.output)])
    for file in options.output.rglob("*.map"):  # of the theme's scripts, for those who develop them: 2 MB
        file.unlink()
    found = [] if status else list(checks.faults(options.output.resolve()))
    for fault in found:
        print(fault, file=sys.stderr)
    if status == 0 and not found:
        print(f"The site is in {options.output}: open {options.output / 'index.html'}")
    return status or bool(found)


if __name__ == "__main__":
    sys.exit(main())
