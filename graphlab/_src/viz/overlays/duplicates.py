"""Duplicates: operations that a cell built again because it was run again."""

import collections

from graphlab._src.base.source import is_cell
from graphlab._src.viz.overlays.registry import NothingToShowError, overlay

FIRST = "first run"
FIX = (
    "Build once, run often: what builds goes into a cell of its own, and what runs into the next. "
    "Or put tf.reset_default_graph() before what builds, or start the cell with %%graph: then each run builds anew."
)


@overlay(
    "duplicates",
    title="Duplicates",
    about="What a cell built again when it was run again, beside what it had built before.",
    kind="categories",
    sums="majority",
    categories=(FIRST,),
)
def duplicates(context):
    """{operation: "first run" or "run 2", …}, for the cells that ran several times and built the same again."""
    found = {}
    for again in repeated(context.graph):
        context.source = again.text
        found.update(dict.fromkeys(again.originals, FIRST))
        for number, ops in enumerate(again.copies, 2):
            found.update(dict.fromkeys(ops, f"run {number}"))
    if not found:
        raise NothingToShowError("No cell has built the same operations twice in this graph.")
    return found


class Repeated:
    """A cell that was run again and built the same again: `originals` by its first run, `copies` a list for each other."""

    def __init__(self, originals, copies):
        self.originals = originals
        self.copies = copies

    @property
    def count(self):
        """How many operations are copies."""
        return sum(map(len, self.copies))

    @property
    def text(self):
        """`Cell [7] has been run 3 times: 2 × 14 operations are copies`"""
        cells = (op.source.cell for op in reversed(self.copies[-1]) if len(op.source.frames) == 1)
        cell = next(cells, None)
        sizes = {len(copy) for copy in self.copies}
        many = (
            f"{len(self.copies)} × {sizes.pop():,}" if len(sizes) == 1 and len(self.copies) > 1 else f"{self.count:,}"
        )
        which = "A cell" if cell is None else f"Cell [{cell}]"
        times = len(self.copies) + 1
        copies = "operation is a copy" if self.count == 1 else "operations are copies"
        return f"{which} has been run {times} times in this graph: {many} {copies}."


def repeated(graph):
    """A Repeated for each cell that built the same operations in several of its runs, the largest first."""
    found = []
    for runs in _runs(graph).values():
        first, copies = collections.defaultdict(list), []
        for op, site in runs[0].made:
            first[site].append(op)
        originals = {}
        for run in runs[1:]:
            left = {site: list(ops) for site, ops in first.items()}
            copied = {op: left[site].pop(0) for op, site in run.made if left.get(site)}
            if copied:
                copies.append(list(copied))
                originals |= dict.fromkeys(copied.values())
        if copies:
            found.append(Repeated(list(originals), copies))
    return sorted(found, key=lambda again: -again.count)


class _Run:
    """One run of a cell. IPython compiles each statement by itself, and anew in each run."""

    def __init__(self):
        self.codes = {}  # id of a statement's code -> where the statement begins
        self.begins = set()
        self.made = []  # (operation, what made it: the same in each run)


def _runs(graph):
    """{file name of a cell's text: [a _Run for each time it ran]}; the same text has the same name."""
    found = {}
    for op in graph.get_operations():
        frames = op.frames[0]
        if not frames or frames[-1][0].co_name != "<module>" or not is_cell(frames[-1][0].co_filename):
            continue
        code = frames[-1][0]
        runs = found.setdefault(code.co_filename, [_Run()])
        run = runs[-1]
        if id(code) not in run.codes:
            begin = _beginning(code)
            if begin in run.begins:
                run = _Run()
                runs.append(run)
            run.codes[id(code)] = begin
            run.begins.add(begin)
        site = (op.type, run.codes[id(code)], *((code.co_name, code.co_firstlineno, at) for code, at in frames))
        run.made.append((op, site))
    return found


def _beginning(code):
    """Line and column of the first thing that a statement does; two statements may be on one line."""
    return min((line, column) for line, _, column, _ in code.co_positions() if line and column is not None)
