"""Graphs: imported, run, as meta graphs and as SavedModels."""

import functools
import pathlib
import warnings

import numpy as np

import graphlab as tf
from graphlab import dtypes
from graphlab._src.compiler.executables.tiers import prefer
from graphlab._src.graph import opdef
from graphlab._src.io.saved_model import assets
from graphlab._src.io.saved_model.message import parse
from graphlab._src.ops.define import raw_ops
from graphlab._src.proto import MetaGraphDef, text_format
from graphlab._src.proto.checkpoints import SavedModel
from graphlab._src.train.saving.meta_graph import import_with_elements
from graphlab._src.viz.outline import outline
from tests.fuzz.mutations import either, messages, spoil_bytes, text_messages
from tests.fuzz.readers.reader import GRAPHS, Reader
from tests.ops.samples import SAMPLES

# A run may do what the graph says: here no graph says that files are to be written.
_ON_FILES = (
    "File",
    "Save",
    "Merge",
    "Summary",
    "Print",
    "Cache",
    "Snapshot",
    "Print",
    "Sharded",
    "Restore",
    "Py",
    "Jax",
)
_PATIENCE = 3000  # milliseconds for a run, which may have a loop without end


def graph_def(name):
    return tf.GraphDef.FromString((GRAPHS / f"{name}.pb").read_bytes())


def small_graphs():
    """A GraphDef for each operation type that there is a sample of."""
    return [message for name in sorted(SAMPLES) if (message := _graph_of(name)) is not None]


@functools.cache
def _graph_of(name):
    definition, one = opdef.registered().get(name), SAMPLES[name]
    if definition is None or writes_files(name):
        return None

    def tensor(arg, value):
        value = np.asarray(value)
        if arg.is_ref or arg.dtype in (dtypes.resource, dtypes.variant):
            raise ValueError
        return tf.placeholder_with_default(value, value.shape)

    with tf.Graph().as_default() as graph, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            inputs = [
                [tensor(arg, item) for item in value] if isinstance(value, list) else tensor(arg, value)
                for arg, value in zip(definition.inputs, one.inputs, strict=True)
            ]
            getattr(raw_ops, name)(
                **dict(zip([arg.name for arg in definition.inputs], inputs, strict=True)), **one.attrs
            )
            message = graph.as_graph_def()
        except (ValueError, TypeError, AttributeError, tf.errors.OpError):  # a sample of Python objects
            return None
        return message if message.ByteSize() < 4000 else None


def writes_files(op_type):
    return any(part in op_type for part in _ON_FILES)


def words():
    types = [name for name in opdef.registered() if not writes_files(name)]
    return {"op": [*types, "Unknown"], "key": ["T", "dtype", "shape", "N", "value", "_class", "_output_shapes", "axis"]}


def _import(message):
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(message, name="")
        for function in graph.functions.values():
            assert function.graph is not None
        graph.as_graph_def(add_shapes=True)
        outline(graph)


def read_graph(content, _):
    _import(tf.GraphDef.FromString(content))


def read_graph_text(content, _):
    _import(text_format.Parse(content, tf.GraphDef()))


def run_graph(content, _):
    """Imports a graph and runs what it has outputs for, each operation by itself where all together fail."""
    message = tf.GraphDef.FromString(content)
    functions = [node for function in message.library.function for node in function.node_def]
    if any(writes_files(node.op) for node in [*message.node, *functions]):
        return
    if not message.node:  # "The Session graph is empty", a RuntimeError
        return
    prefer.numpy = True
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(message, name="")
        feeds, fetches = {}, []
        for op in graph.get_operations():
            for tensor in op.outputs:
                dtype = tensor.dtype.base_dtype
                if op.type == "Placeholder" and dtype not in (dtypes.resource, dtypes.variant):
                    dims = tensor.shape.as_list() if tensor.shape.rank is not None else []
                    shape = [2 if dim is None else dim for dim in dims]
                    if np.prod(shape, dtype=object) < 1000:
                        feeds[tensor] = np.zeros(shape, dtype.as_numpy_dtype)
                if dtype not in (dtypes.resource, dtypes.variant):
                    fetches.append(tensor if not tensor.dtype.is_ref_dtype else tf.identity(tensor))
            if not op.outputs:
                fetches.append(op)
        config = tf.ConfigProto(operation_timeout_in_ms=_PATIENCE)
        with tf.Session(config=config) as session:
            session.run(fetches[-20:], feeds)


def read_meta_graph(content, folder):
    path = folder / "m.meta"
    path.write_bytes(content)
    with tf.Graph().as_default():
        tf.train.import_meta_graph(str(path), clear_devices=True)
        tf.train.export_meta_graph()


def _meta_graph():
    return MetaGraphDef.FromString((GRAPHS / "loops.meta").read_bytes())


def small_meta_graph():
    with tf.Graph().as_default():
        v = tf.get_variable("v", [2])
        tf.train.Saver()
        tf.add_to_collection("losses", tf.reduce_sum(v, name="loss"))
        return tf.train.export_meta_graph()


def _saved_model(meta_graph):
    message = SavedModel(saved_model_schema_version=1)
    meta = message.meta_graphs.add()
    meta.CopyFrom(meta_graph)
    meta.meta_info_def.tags.append("serve")
    meta.asset_file_def.add(filename="words.txt").tensor_info.name = "x:0"
    meta.signature_def["serving_default"].inputs["x"].name = "x:0"
    return message


def read_saved_model(content, folder):
    (folder / "saved_model.pb").write_bytes(content)
    message = parse(str(folder))
    if not message.meta_graphs:
        return
    meta = message.meta_graphs[0]
    with tf.Graph().as_default():
        import_with_elements(meta)
    for path in assets.feeds(str(folder), meta, None).values():
        assert pathlib.Path(path).is_relative_to(folder), path


def _binary(*found):
    return [message.SerializeToString() for message in found]


NAMES = ("graph", "graph_text", "run_graph", "meta_graph", "saved_model")


def readers():
    graphs = [graph_def(name) for name in ("mlp", "recurrent", "functional")]
    small, known = small_graphs(), words()
    metas = [_meta_graph(), small_meta_graph()]
    texts = [text_format.MessageToString(message).encode() for message in (*graphs, *small[::10])]
    return {
        "graph": Reader(_binary(*graphs, *small), messages(tf.GraphDef, known), read_graph),
        "graph_text": Reader(texts, text_messages(tf.GraphDef, known), read_graph_text),
        "run_graph": Reader(_binary(*small), messages(tf.GraphDef, known), run_graph, spare=256 << 20, slow=True),
        "meta_graph": Reader(_binary(*metas), messages(MetaGraphDef, known), read_meta_graph),
        "saved_model": Reader(
            _binary(*map(_saved_model, metas)),
            either(spoil_bytes, *3 * [messages(SavedModel, known)]),
            read_saved_model,
        ),
    }
