"""What a file or a folder holds: a graph, variables, signatures, summaries; found out by looking into it."""

import dataclasses
import os
from typing import Any

from google.protobuf.message import DecodeError
from google.protobuf.text_format import ParseError

from graphlab._src.base.errors import OpError, explain
from graphlab._src.io import file_system
from graphlab._src.io.checkpoint.formats import checkpoint_fault
from graphlab._src.io.checkpoint.paths import checkpoints_like
from graphlab._src.io.checkpoint.reader import CheckpointReader
from graphlab._src.io.file_faults import cause, cut_off
from graphlab._src.io.paths import local_path
from graphlab._src.io.saved_model import constants
from graphlab._src.io.saved_model.message import maybe_saved_model_directory, parse
from graphlab._src.io.tf_record import tf_record_iterator
from graphlab._src.proto import Event, GraphDef, MetaGraphDef, text_format
from graphlab._src.proto.checkpoints import SavedModel
from graphlab._src.proto.graph_heads import StoredGraph
from graphlab._src.train.saving.checkpoint_state import latest_checkpoint
from graphlab._src.viz import hlo_text, stablehlo_text
from graphlab._src.viz.file_graph import imported, opened

_V1_MAGIC = bytes.fromhex("57fb808b247547db")  # the end of a table, the format of V1 checkpoints
_TEXT = (".pbtxt", ".txt", ".prototxt", ".textproto")
_PROGRAMS = {"HLO module": hlo_text, "StableHLO module": stablehlo_text}


class UnreadableError(Exception):
    """The file holds nothing that graphlab knows; the text says what was tried."""


@dataclasses.dataclass
class Tag:
    """One tag of an event file."""

    plugin: str
    count: int = 0
    first_step: int = 0
    last_step: int = 0
    last_value: float | None = None


@dataclasses.dataclass
class Contents:
    """What was found. kind: "GraphDef", "MetaGraphDef", "SavedModel", "checkpoint", "event file", or "… module" of a compiler."""

    path: str
    kind: str
    graph: StoredGraph | None = None
    meta_graphs: list[Any] = dataclasses.field(default_factory=list)
    variables: dict[str, tuple[Any, list[int]]] = dataclasses.field(default_factory=dict)  # name: (DType, shape)
    checkpoint: str | None = None  # where their values are
    tags: dict[str, Tag] = dataclasses.field(default_factory=dict)
    runs: list[str] = dataclasses.field(default_factory=list)  # tags of RunMetadata
    broken: str | None = None  # why reading stopped before the end
    program: Any = None  # the Program of a module

    @property
    def operation_count(self) -> int:
        """How many operations its graph, or its program, has."""
        if self.program is not None:
            return len(self.program.operations)
        return len(self.graph.nodes.names) if self.graph is not None else 0


def read(path) -> Contents:
    """The Contents of a file or folder. Raises UnreadableError, or an OpError for a file that is damaged."""
    if os.path.isdir(path):
        return _folder(path)
    if not os.path.exists(path):
        if os.path.exists(f"{path}.index"):
            return _checkpoint(path)
        near = ", ".join(checkpoints_like(path, only_similar=True))
        raise UnreadableError(f"there is no file {path}{near and f', but of checkpoints {near}'}.")
    name = os.path.basename(path)
    if name == "checkpoint":
        return _folder(os.path.dirname(path) or ".")
    if name.endswith(".index"):
        return _checkpoint(path.removesuffix(".index"))
    if ".data-" in name and os.path.exists(f"{path.partition('.data-')[0]}.index"):
        return _checkpoint(path.partition(".data-")[0])
    if ".tfevents." in name:
        return _events([path])
    return _file(path, name)


def read_graph(path):
    """The graph of a file or folder, as a new Graph; UnreadableError when it holds none."""
    return imported(_stored_graph(path).message)


def open_graph(path):
    """The graph of a file or folder, as a FileGraph where that is enough to draw it; errors as `read_graph` has them."""
    return opened(_stored_graph(path))


def _stored_graph(path):
    contents = read(path)
    if contents.program is not None:
        fix = f"graphlab view {path}, or Open With > Graph in JupyterLab"
        raise UnreadableError(explain(f"{path} is a {contents.kind}, which a compiler reads, and no graph.", fix=fix))
    if contents.graph is None:
        raise UnreadableError(f"{path} is a {contents.kind} without a graph.")
    return contents.graph


def _folder(path):
    if maybe_saved_model_directory(path):
        return _saved_model(path, parse(path))
    latest = latest_checkpoint(path)
    if latest:
        return _checkpoint(latest)
    events = sorted(name for name in file_system.listdir(path) if ".tfevents." in name)
    if events:
        return _events([os.path.join(path, name) for name in events])
    raise UnreadableError(f"{path} holds no SavedModel, no checkpoint and no event file.")


def _file(path, name):
    with open(path, "rb") as file:
        data = file.read()
    if data[-8:] == _V1_MAGIC:
        return _checkpoint(path)
    program = _program(path, name, data)
    if program is not None:
        return program
    is_text = name.endswith(_TEXT)
    kinds = (
        (SavedModel, MetaGraphDef, GraphDef) if name.startswith("saved_model") else (MetaGraphDef, GraphDef, SavedModel)
    )
    if not name.endswith(".meta") and not name.startswith("saved_model"):
        kinds = (GraphDef, MetaGraphDef, SavedModel)
    for kind in kinds:
        message = _parsed(data, kind, is_text)
        if message is None:
            continue
        if kind is GraphDef:
            return Contents(path, "GraphDef", message)
        if kind is SavedModel:
            return _saved_model(os.path.dirname(path) or ".", message)
        return Contents(path, "MetaGraphDef", StoredGraph.of(message.graph_def), [message])
    contents = _events([path])
    if contents.tags or contents.graph is not None:
        return contents
    cut = cut_off(data, is_text)
    if cut:
        raise UnreadableError(f"{path} is {cut}.")
    why = cause(data, is_text)
    raise UnreadableError(f"{path} is no GraphDef, MetaGraphDef, SavedModel, checkpoint or event file{why}")


def _program(path, name, data):
    """The Contents of a compiler's text; None for other files."""
    is_named = name.endswith((".hlo", ".mlir", ".stablehlo"))
    if not is_named and not name.endswith(".txt"):
        return None
    text = data.decode("utf-8", "replace")
    for kind, reader in _PROGRAMS.items():
        if reader.is_module(text):
            try:
                return Contents(path, kind, program=reader.program(text))
            except (ValueError, LookupError) as error:
                raise UnreadableError(f"{path} can't be read as a {kind}: {error}") from error
    if is_named:
        raise UnreadableError(f"{path} is neither HLO nor StableHLO text{cause(data)}")
    return None


def _parsed(data, kind, is_text) -> Any:
    """The message that a file holds, a StoredGraph for a GraphDef; None when it holds none of that kind."""
    try:
        message = text_format.Parse(data, kind()) if is_text else None
        if kind is GraphDef:
            message = StoredGraph(data) if message is None else StoredGraph.of(message)
        elif message is None:
            message = kind.FromString(data)
    except (DecodeError, ParseError, UnicodeDecodeError):
        return None
    return message if _is_whole(message) else None


def _is_whole(message):
    """Protobuf reads almost anything as almost anything: a graph has nodes with a name and a type."""
    if isinstance(message, SavedModel):
        return bool(message.meta_graphs) and all(map(_is_whole, message.meta_graphs))
    if isinstance(message, StoredGraph):
        return bool(message.nodes.names) and all(message.nodes.names) and all(message.nodes.types)
    nodes = message.graph_def.node
    return bool(nodes) and all(node.name and node.op for node in nodes)


def _saved_model(folder, message):
    contents = Contents(folder, "SavedModel", meta_graphs=list(message.meta_graphs))
    if message.meta_graphs:
        contents.graph = StoredGraph.of(message.meta_graphs[0].graph_def)
    prefix = os.path.join(folder, constants.VARIABLES_DIRECTORY, constants.VARIABLES_FILENAME)
    if os.path.exists(f"{prefix}.index"):
        _add_variables(contents, prefix)
    return contents


def _checkpoint(prefix):
    contents = Contents(prefix, "checkpoint", broken=checkpoint_fault(local_path(prefix)))
    _add_variables(contents, prefix)
    if os.path.exists(f"{prefix}.meta"):
        with open(f"{prefix}.meta", "rb") as file:
            message = _parsed(file.read(), MetaGraphDef, False)
        if message is None:
            contents.broken = contents.broken or f"its graph, {prefix}.meta, is cut off or damaged"
        else:
            contents.meta_graphs, contents.graph = [message], StoredGraph.of(message.graph_def)
    return contents


def _add_variables(contents, prefix):
    reader = CheckpointReader(prefix)
    kinds, shapes = reader.get_variable_to_dtype_map(), reader.get_variable_to_shape_map()
    contents.variables = {name: (kinds[name], shapes[name]) for name in sorted(kinds)}
    contents.checkpoint = prefix


def _events(paths):
    contents = Contents(paths[-1], "event file")
    for path in paths:
        try:
            for record in tf_record_iterator(path):
                _add_event(contents, Event.FromString(record))
        except (OpError, DecodeError) as error:
            contents.broken = str(error).splitlines()[0]
    return contents


def _add_event(contents, event):
    kind = event.WhichOneof("what")
    if kind == "graph_def":
        contents.graph = StoredGraph(event.graph_def)
    elif kind == "meta_graph_def":
        message = MetaGraphDef.FromString(event.meta_graph_def)
        contents.meta_graphs = [message]
        if contents.graph is None and message.graph_def.node:
            contents.graph = StoredGraph.of(message.graph_def)
    elif kind == "tagged_run_metadata":
        contents.runs.append(event.tagged_run_metadata.tag)
    elif kind == "summary":
        for value in event.summary.value:
            plugin = value.metadata.plugin_data.plugin_name or _PLUGINS.get(value.WhichOneof("value"), "tensors")
            tag = contents.tags.setdefault(value.tag, Tag(plugin, first_step=event.step))
            tag.count += 1
            tag.last_step = event.step
            if value.WhichOneof("value") == "simple_value":
                tag.last_value = value.simple_value


_PLUGINS = {"simple_value": "scalars", "histo": "histograms", "image": "images", "audio": "audio"}
