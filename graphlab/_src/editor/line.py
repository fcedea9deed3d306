"""The line that applies something of the palette to selected tensors, and what it would make."""

import dataclasses
from collections.abc import Mapping, Sequence

from graphlab._src.base.source_line import block, literal
from graphlab._src.editor.call_line import CallLine
from graphlab._src.editor.catalog import entries
from graphlab._src.editor.expressions import RefusedError
from graphlab._src.editor.notebook_names import ALIASES, Names
from graphlab._src.editor.program import NotHere, Place, Program
from graphlab._src.editor.programs import PROGRAMS
from graphlab._src.editor.writing import UnreachableError, graph_block, in_notebook, with_imports
from graphlab._src.editor.written import Line
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import Tensor


def line_of(
    graph: Graph,
    selection: Sequence[Tensor | Operation],
    entry_id: str,
    arguments: Mapping[str, str] | None = None,
    name: str = "",
    scope: str = "",
    names: Names | None = None,
    within: bool = False,
) -> Line:
    """The Line for an entry or a program; nothing in `graph` changes.

    selection: tensors of `graph`, or operations without outputs.  arguments: {parameter: source text}.
    name: of the node and of the new variable.  scope: the name scope, "block/" to enter one that is there again.
    within: the line goes to where `graph` is the default one, as in the cell of %%graph that makes it.
    """
    names = names or Names()
    given = {key: text.strip() for key, text in (arguments or {}).items() if text.strip()}
    name, scope = name.strip(), scope.strip()
    program, entry = PROGRAMS.get(entry_id), entries().get(entry_id)
    if program is not None:
        place = Place(graph, selection, names, names.module() or ALIASES[0], given, name)
        return _of_program(program, place, scope, within)
    if entry is None:
        return Line(why=f"graphlab's palette has no {entry_id!r}")
    tensors = [thing for thing in selection if isinstance(thing, Tensor)]
    if len(tensors) < len(selection):
        return Line(why="It needs tensors: an operation without outputs has no value")
    return CallLine(graph, tensors, entry, given, name, scope, names, within).line()


def _of_program(program: Program, place: Place, scope: str, within: bool) -> Line:
    unknown = set(place.texts) - {one.name for one in program.parameters}
    if unknown:
        return Line(why=f"{program.call} has no parameter {min(unknown)!r}", parameter=min(unknown))
    texts: dict[str, str] = {}
    for parameter, text in place.texts.items():
        try:
            texts[parameter] = in_notebook(text, place.names)
        except RefusedError as error:
            return Line(why=str(error), parameter=parameter)
    place = dataclasses.replace(place, texts=texts)
    if place.name and not place.name.isidentifier():
        return Line(why=f"{place.name!r} is no name of a variable", parameter="name")
    try:
        around = [] if within else graph_block(place.graph, place.names)
        code, results = program.lines(place), program.results(place)
    except (NotHere, UnreachableError) as error:
        return Line(why=str(error))
    if scope:
        around.append(f"with {place.alias}.name_scope({literal(scope)})")
    for head in reversed(around) if program.builds else ():
        code = block(head, code)
    return Line(with_imports(code, place.names), results, arguments=place.filled)
