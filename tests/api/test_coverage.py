"""TensorFlow's public names are there, with its signatures, or are left out for a reason that is written down."""

import ast
import inspect
import re

from graphlab._src.base.omissions import reason_for
from tests.api import coverage

SYMBOLS = coverage.table("symbols.tsv")
# What TensorFlow has among its names, but no program calls.
WIDER = {"tf.nn.convolution"}  # has another name for one of its parameters, so that two may be missing


def test_every_name_is_there_or_left_out_for_a_reason():
    missing = [row["symbol"] for row in SYMBOLS if not coverage.is_covered(row["symbol"])]
    assert [symbol for symbol in missing if reason_for(symbol.removeprefix("tf.")) is None] == []


def test_nothing_that_is_there_is_said_to_be_left_out():
    there = [row["symbol"] for row in SYMBOLS if coverage.is_covered(row["symbol"])]
    assert [symbol for symbol in there if reason_for(symbol.removeprefix("tf."))] == []


def test_the_page_is_up_to_date():
    assert coverage.PAGE.read_text(encoding="utf-8") == coverage.page(), "run `make api`"


def test_nearly_all_that_programs_use_is_there():
    rows = [row for row in coverage.used() if row[0] not in coverage.NOT_TENSORFLOW_S]
    assert sum(files for _, files, found in rows if found) >= 0.995 * sum(files for _, files, _ in rows)


def signatures():
    """(symbol, names of TensorFlow's parameters, how many of them have a default) of the functions that are there."""
    for row in SYMBOLS:
        described = re.match(r"args=(\[.*?\]), varargs=\w+, keywords=\w+, defaults=(.*?),? *$", row["argspec_or_type"])
        if row["kind"] == "function" and described and coverage.is_covered(row["symbol"]):
            defaults = described[2].rstrip(", ").replace('\\"', '"')
            yield (
                row["symbol"],
                ast.literal_eval(described[1]),
                0 if defaults == "None" else len(ast.literal_eval(defaults)),
            )


def mismatch(symbol, names, optional):
    """What a program would notice of a signature that is not TensorFlow's, or None."""
    ours = inspect.signature(coverage.find(symbol)).parameters
    in_place = [one.name for one in ours.values() if one.kind is one.POSITIONAL_OR_KEYWORD]
    if in_place[: len(names)] != names:
        return f"{symbol}: {in_place} in place of {names}"
    needed = [name for name in names if ours[name].default is inspect.Parameter.empty]
    if needed != names[: len(names) - optional] and symbol not in WIDER:
        return f"{symbol}: needs {needed} in place of {names[: len(names) - optional]}"
    return None


def test_functions_take_what_tensorflows_take():
    found = [mismatch(*signature) for signature in signatures()]
    assert len(found) > 1200
    assert [text for text in found if text] == []
