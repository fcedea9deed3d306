"""The readers, each with sound files to spoil: {name: Reader}."""

import contextlib
import gzip
import io
import json
import os
import pathlib
import struct
import tempfile
import zlib
from collections.abc import Callable
from typing import Any, NamedTuple

import h5py
import nbformat
import numpy as np
from hypothesis import strategies as st
from nbformat import v4
from PIL import Image

import graphlab as tf
from graphlab import cli
from graphlab.files import commands
from graphlab.io.checkpoint import table
from graphlab.io.checkpoint.bundle_writer import write_bundle
from graphlab.io.crc32c import packed
from graphlab.keras.engine import hdf5
from graphlab.legacy import notebooks, running
from graphlab.proto import Event, MetaGraphDef, text_format
from graphlab.proto.checkpoints import BundleEntryProto, SavedModel, SavedTensorSlices
from graphlab.proto.example import Example
from graphlab.saved_model import assets
from graphlab.saved_model.loader import parse
from graphlab.train.saving.meta_graph import import_with_elements
from graphlab.viz import commands as commands_of_pages
from graphlab.viz import live
from graphlab.viz.outline import outline
from tests.fuzz.mutations import spoilt_bytes, spoilt_message

TESTS = pathlib.Path(__file__).parents[1]
GRAPHS = TESTS / "golden" / "frozen"


class Reader(NamedTuple):
    """spoilt: the files to read, a strategy.  read(content, folder): reads one, in an empty folder."""

    spoilt: Any
    read: Callable[[bytes, pathlib.Path], object]


def _binary(*messages):
    return st.one_of(
        *[spoilt_bytes(message.SerializeToString()) for message in messages],
        *[spoilt_message(message).map(lambda message: message.SerializeToString()) for message in messages],
    )


# Graphs


def _graph_def(name):
    return tf.GraphDef.FromString((GRAPHS / f"{name}.pb").read_bytes())


def _import(message):
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(message, name="")
        for function in graph._functions.values():
            assert function.graph is not None
        graph.as_graph_def(add_shapes=True)
        outline(graph)


def read_graph(content, _):
    _import(tf.GraphDef.FromString(content))


def read_graph_text(content, _):
    _import(text_format.Parse(content, tf.GraphDef()))


def _text(message):
    return text_format.MessageToString(message).encode()


# Meta graphs and SavedModels


def read_meta_graph(content, folder):
    path = folder / "m.meta"
    path.write_bytes(content)
    with tf.Graph().as_default():
        tf.train.import_meta_graph(str(path), clear_devices=True)
        tf.train.export_meta_graph()


def _saved_model():
    message = SavedModel(saved_model_schema_version=1)
    meta = message.meta_graphs.add()
    meta.CopyFrom(_meta_graph())
    meta.meta_info_def.tags.append("serve")
    meta.asset_file_def.add(filename="words.txt").tensor_info.name = "x:0"
    meta.signature_def["serving_default"].inputs["x"].name = "x:0"
    return message


def _meta_graph():
    return MetaGraphDef.FromString((GRAPHS / "loops.meta").read_bytes())


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


# Checkpoints


TENSORS = [
    (b"numbers", "", np.arange(6, dtype=np.float32).reshape(2, 3)),
    (b"part", "4 2 0,2:-", np.ones((2, 2), np.int64)),
    (b"part", "4 2 2,2:-", np.zeros((2, 2), np.int64)),
    (b"words", "", np.array([b"one", b"", b"three"], object)),
]


def _checkpoint(folder):
    write_bundle(str(folder / "m"), TENSORS)
    return folder / "m.index", folder / "m.data-00000-of-00001"


def _files():
    with tempfile.TemporaryDirectory() as folder:
        return [path.read_bytes() for path in _checkpoint(pathlib.Path(folder))]


def _read_all(prefix):
    reader = tf.train.NewCheckpointReader(str(prefix))
    reader.debug_string()
    for name in reader.get_variable_to_shape_map():
        try:
            reader.get_tensor(name)
        except tf.errors.OpError:
            continue


def read_index(content, folder):
    index, _ = _checkpoint(folder)
    index.write_bytes(content)
    _read_all(folder / "m")


def read_data(content, folder):
    _, data = _checkpoint(folder)
    data.write_bytes(content)
    _read_all(folder / "m")


def read_v1(content, folder):
    (folder / "old").write_bytes(content)
    _read_all(folder / "old")


@st.composite
def _spoilt_table(draw, content, kind):
    """A table with sound checksums in which an entry is spoilt."""
    entries = dict(table.read(content, "seed"))
    for key in draw(st.lists(st.sampled_from(sorted(entries)), min_size=1, max_size=2, unique=True)):
        if draw(st.booleans()) or (key == b"" and kind is BundleEntryProto):
            entries[key] = draw(spoilt_bytes(entries[key]))
        else:
            entries[key] = draw(spoilt_message(kind.FromString(entries[key]))).SerializeToString()
    return table.write(sorted(entries.items()))


def read_state(content, folder):
    (folder / "checkpoint").write_bytes(content)
    _checkpoint(folder)
    state = tf.train.get_checkpoint_state(str(folder))
    if state is not None:
        tf.train.latest_checkpoint(str(folder))
        for path in (state.model_checkpoint_path, *state.all_model_checkpoint_paths):
            inside = pathlib.Path(os.path.normpath(path)).is_relative_to(folder)
            assert inside or path.encode() in content, path  # a whole path is what was said


# Records


def _records(*records):
    found = b""
    for record in records:
        length = struct.pack("<Q", len(record))
        found += length + packed(length) + record + packed(record)
    return found


@st.composite
def _spoilt_records(draw):
    """Records with lengths that lie under sound checksums."""
    found = bytearray(_records(b"first", b"x" * 300, b""))
    length = struct.pack("<Q", draw(st.sampled_from((0, 4, 6, 1 << 20, 1 << 40, (1 << 63) - 1, (1 << 64) - 1))))
    found[:12] = length + packed(length)
    return bytes(found)


def _read_records(kind):
    def read(content, folder):
        (folder / "r").write_bytes(content)
        for _ in tf.python_io.tf_record_iterator(str(folder / "r"), kind):
            pass

    return read


def read_events(content, folder):
    (folder / "e").write_bytes(content)
    for _ in tf.train.summary_iterator(str(folder / "e")):
        pass


def _events():
    event = Event(wall_time=1.0, step=2)
    event.summary.value.add(tag="loss", simple_value=0.5)
    return _records(Event(file_version="brain.Event:2").SerializeToString(), event.SerializeToString())


def _example():
    message = Example()
    message.features.feature["numbers"].float_list.value.extend([1.0, 2.0])
    message.features.feature["ids"].int64_list.value.extend([1, 2, 3])
    message.features.feature["word"].bytes_list.value.append(b"text")
    return message


def _example_reader():
    graph = tf.Graph()
    with graph.as_default():
        serialized = tf.placeholder(tf.string, [None])
        spec = {
            "numbers": tf.FixedLenFeature([2], tf.float32),
            "ids": tf.VarLenFeature(tf.int64),
            "word": tf.FixedLenFeature([], tf.string, default_value=b""),
        }
        parsed = tf.parse_example(serialized, spec)
        session = tf.Session()

    def read(content, _):
        session.run(parsed, {serialized: [content]})

    return read


# Commands: they end with 0 or 1, and print text


def _command(*arguments):
    """Runs `graphlab …` on a file; whatever it holds, that is one sentence or an answer."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = cli.main([str(argument) for argument in arguments])
    said = out.getvalue() + err.getvalue()
    assert status in (0, 1), status
    steering = {letter for letter in said if not letter.isprintable()} - {"\n", "\t"}
    assert not steering, steering
    assert "Traceback" not in said, said


def read_by_commands(content, folder):
    path, page = folder / "g.pb", folder / "page.html"
    path.write_bytes(content)
    (folder / "other.pb").write_bytes((GRAPHS / "mlp.pb").read_bytes())
    _command("inspect", path)
    _command("view", path, "--output", page)
    _command("diff", path, folder / "other.pb", "--text")


def inspect_checkpoint(content, folder):
    index, _ = _checkpoint(folder)
    index.write_bytes(content)
    _command("inspect", index)


def inspect_events(content, folder):
    path = folder / "events.out.tfevents.1.x"
    path.write_bytes(content)
    _command("inspect", path)


def run_notebook(content, folder):
    (folder / "n.ipynb").write_bytes(content)
    with contextlib.suppress(running.NoProgramError):
        notebooks._read(nbformat, str(folder / "n.ipynb"))


def feed_array(content, folder):
    (folder / "a.npy").write_bytes(content)
    (folder / "g.pb").write_bytes(b"")
    _command("import", folder / "g.pb", "--feed", f"x={folder / 'a.npy'}")
    with contextlib.suppress(commands.UnreadableError):
        commands._feed(f"x={folder / 'a.npy'}")


# Images, sounds, lines


def _decoder(make):
    """Runs an operation on the bytes, in a session of its own."""
    with tf.Graph().as_default():
        content = tf.placeholder(tf.string, [])
        decoded = make(content)
        session = tf.Session()
    return lambda data, _: session.run(decoded, {content: data})


def _images():
    noise = np.random.RandomState(0).randint(0, 255, (9, 7, 3), np.uint8)
    found = []
    for kind in ("PNG", "JPEG", "GIF", "BMP"):
        file = io.BytesIO()
        Image.fromarray(noise).save(file, kind)
        found.append(file.getvalue())
    return found


def _wav():
    samples = np.arange(20, dtype="<i2").tobytes()
    header = struct.pack(
        "<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + 40, b"WAVE", b"fmt ", 16, 1, 1, 8000, 16000, 2, 16, b"data", 40
    )
    return header + samples


def _npy():
    file = io.BytesIO()
    np.save(file, np.arange(6.0).reshape(2, 3))
    return file.getvalue()


def _notebook():
    cells = [v4.new_code_cell("1 + 1", outputs=[v4.new_output("stream", text="2")]), v4.new_markdown_cell("text")]
    return nbformat.writes(v4.new_notebook(cells=cells)).encode()


def _weights():
    with h5py.File(io.BytesIO(), "w") as file:
        groups = {}
        for name in ("dense", "empty"):
            group = groups[name] = file.create_group(name)
            group.attrs["weight_names"] = [b"kernel:0"] if name == "dense" else []
        groups["dense"].create_dataset("kernel:0", data=np.ones((2, 3), np.float32))
        file.attrs["layer_names"] = [b"dense", b"empty"]
        file.flush()
        return file.id.get_file_image()


def read_weights_file(content, folder):
    (folder / "w.h5").write_bytes(content)
    with hdf5.opened(str(folder / "w.h5")) as file:
        for name in hdf5._read_names(file, "layer_names"):
            hdf5.read_variables(file[name])


# Messages of a page


def _answerer():
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, [None, 2], name="x")
        tf.while_loop(lambda i: i < 3, lambda i: i + 1, [0])
        y = tf.reduce_sum(x, name="y")
        session = tf.Session()
    walk = tf.step(session, y, {x: np.ones((3, 2))})

    def read(content, _):
        page = _Page()
        commands_of_pages.answer(live.View(graph, page), {**json.loads(content), "walk": walk.number})
        for message in page.heard:
            json.dumps(message)

    return graph, read


class _Page:
    def __init__(self):
        self.heard = []

    def send(self, content, buffers=()):
        self.heard.append(content)


def _messages():
    values = st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats()
        | st.text(max_size=5)
        | st.sampled_from(["body", "*", "nan"]),
        lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
        max_leaves=4,
    )
    likely = st.one_of(st.integers(-1, 30), values)
    keys = ("op", "room", "cursor", "name", "value", "to", "stop", "on", "stage", "view")
    kinds = sorted(commands_of_pages._HANDLERS.keys() - {"app", "page"})  # these read what is built
    return st.fixed_dictionaries({"type": st.sampled_from(kinds)}, optional=dict.fromkeys(keys, likely)).map(
        lambda message: json.dumps(message).encode()
    )


def readers():
    """{name: Reader}."""
    graphs = [_graph_def(name) for name in ("mlp", "recurrent", "functional")]
    old = (TESTS / "io" / "checkpoints" / "v1").read_bytes()
    index, data = _files()
    records = _records(b"first", b"x" * 300, b"")
    state = b'model_checkpoint_path: "m"\nall_model_checkpoint_paths: "m"\nall_model_checkpoint_paths: "../m"\n'
    return {
        "graph": Reader(_binary(*graphs), read_graph),
        "graph_text": Reader(
            st.one_of(spoilt_bytes(_text(graphs[0])), *[spoilt_message(graph).map(_text) for graph in graphs]),
            read_graph_text,
        ),
        "meta_graph": Reader(_binary(_meta_graph()), read_meta_graph),
        "saved_model": Reader(_binary(_saved_model()), read_saved_model),
        "index": Reader(st.one_of(spoilt_bytes(index), _spoilt_table(index, BundleEntryProto)), read_index),
        "data": Reader(spoilt_bytes(data), read_data),
        "v1": Reader(st.one_of(spoilt_bytes(old), _spoilt_table(old, SavedTensorSlices)), read_v1),
        "state": Reader(spoilt_bytes(state), read_state),
        "records": Reader(st.one_of(spoilt_bytes(records), _spoilt_records()), _read_records("")),
        "gzip": Reader(spoilt_bytes(gzip.compress(records)), _read_records("GZIP")),
        "zlib": Reader(spoilt_bytes(zlib.compress(records)), _read_records("ZLIB")),
        "events": Reader(spoilt_bytes(_events()), read_events),
        "example": Reader(_binary(_example()), _example_reader()),
        "commands": Reader(_binary(*graphs), read_by_commands),
        "inspect_index": Reader(
            st.one_of(spoilt_bytes(index), _spoilt_table(index, BundleEntryProto)), inspect_checkpoint
        ),
        "inspect_events": Reader(spoilt_bytes(_events()), inspect_events),
        "notebook": Reader(spoilt_bytes(_notebook()), run_notebook),
        "npy": Reader(spoilt_bytes(_npy()), feed_array),
        "image": Reader(st.one_of(*map(spoilt_bytes, _images())), _decoder(tf.io.decode_image)),
        "wav": Reader(spoilt_bytes(_wav()), _decoder(tf.audio.decode_wav)),
        "csv": Reader(
            spoilt_bytes(b'1,2.5,"a ""b"", c"'), _decoder(lambda line: tf.io.decode_csv(line, [[0], [0.0], [""]]))
        ),
        "hdf5": Reader(spoilt_bytes(_weights()), read_weights_file),
        "message": Reader(_messages(), _answerer()[1]),
    }
