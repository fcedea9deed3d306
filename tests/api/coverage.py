"""What of the public interface is covered and what is left out, and the page that says so."""

import csv
import pathlib
from collections import defaultdict
from typing import Any

import graphlab
import graphlab.compat
from graphlab._src.base.omissions import reason_for

HERE = pathlib.Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "api_coverage.md"


def table(name):
    """The rows of a file beside this one, as dicts."""
    with open(HERE / name, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def find(symbol) -> Any:
    """What graphlab has under a name of TensorFlow's. AttributeError when it has nothing."""
    found: Any = graphlab
    for part in symbol.split(".")[1:]:
        found = getattr(found, part)
    return found


def is_covered(symbol):
    """True when graphlab has something of that name."""
    try:
        find(symbol)
    except AttributeError:
        return False
    return True


# Names in usage.tsv that TensorFlow 1.15.0 itself does not have: older, or TensorFlow 2's, or of the programs.
NOT_TENSORFLOW_S = {
    *(
        "tf.batch_svd tf.concat_v2 tf.histogram_summary tf.image_summary tf.merge_summary tf.model tf.nn.deconv2d"
    ).split(),
    *("tf.nn.seq2seq tf.optimizers tf.scalar_summary tf.sub tf.train.SummaryWriter").split(),
    *("tf.contrib.framework.python tf.contrib.learn.python").split(),
}


def used():
    """[(symbol, files that use it, whether a program that imports tensorflow finds it)], with `graphlab run`."""
    graphlab.compat.install()
    try:
        return [(row["symbol"], int(row["files"]), is_covered(row["symbol"])) for row in table("usage.tsv")]
    finally:
        graphlab.compat.uninstall()


def page():
    """The text of docs/api_coverage.md."""
    modules, left_out = defaultdict(lambda: [0, 0]), defaultdict(list)
    for row in table("symbols.tsv"):
        symbol = row["symbol"]
        module = symbol.rpartition(".")[0]
        modules[module][1] += 1
        if is_covered(symbol):
            modules[module][0] += 1
        else:
            left_out[reason_for(symbol.removeprefix("tf."))].append(symbol)
    covered, total = (sum(counts[i] for counts in modules.values()) for i in (0, 1))
    lines = [
        "# What of TensorFlow 1.15 is there",
        "",
        f"graphlab has {covered:,} of the {total:,} public symbols of TensorFlow 1.15. This page is written by `make api`.",
        "Using a name that is left out raises an error that says what is written here.",
        "",
        "| module | there | of |",
        "| --- | --- | --- |",
        *(f"| `{module}` | {there} | {of} |" for module, (there, of) in sorted(modules.items())),
        "",
        "## Left out",
        "",
        "| what | why | what comes nearest |",
        "| --- | --- | --- |",
    ]
    for reason, symbols in sorted(left_out.items(), key=lambda item: item[1]):
        why, nearest = reason or ("", "")
        lines.append(f"| {', '.join(f'`{symbol}`' for symbol in symbols)} | {why} | {nearest} |")
    return "\n".join(lines) + "\n"
