"""The commands `graphlab …`: they end with status 0 or 1 and print text, whatever the files hold."""

import contextlib
import functools
import io

import graphlab as tf
from graphlab._src.cli import main as cli
from graphlab._src.compiler.executables.tiers import prefer
from graphlab._src.proto import MetaGraphDef
from graphlab._src.proto.checkpoints import BundleEntryProto
from tests.fuzz.mutations import messages, tables
from tests.fuzz.readers import checkpoints, graphs, records
from tests.fuzz.readers.reader import GRAPHS, Reader


def run_command(*arguments):
    """Runs `graphlab …`; its status is 0 or 1, and what it says is text on one sentence or an answer."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = cli.main([str(argument) for argument in arguments])
    said = out.getvalue() + err.getvalue()
    assert status in (0, 1), status
    steering = {letter for letter in said if not letter.isprintable()} - {"\n", "\t"}
    assert not steering, steering
    assert "Traceback" not in said, said


def _on_graph(content, folder, name):
    path, page = folder / name, folder / "page.html"
    path.write_bytes(content)
    run_command("inspect", path)
    run_command("view", path, "--output", page)


def read_graph(content, folder):
    _on_graph(content, folder, "g.pb")


@functools.cache
def _other():
    return (GRAPHS / "mlp.pb").read_bytes()


def diff_graphs(content, folder):
    (folder / "g.pb").write_bytes(content)
    (folder / "other.pb").write_bytes(_other())
    run_command("diff", folder / "g.pb", folder / "other.pb", "--text")
    run_command("diff", folder / "other.pb", folder / "g.pb", "--output", folder / "page.html")


def import_graph(content, folder):
    message = tf.GraphDef.FromString(content)
    functions = [node for function in message.library.function for node in function.node_def]
    if any(graphs.writes_files(node.op) for node in [*message.node, *functions]):
        return
    prefer.numpy = True  # compiling is too slow for many files
    (folder / "g.pb").write_bytes(content)
    run_command("import", folder / "g.pb", "--feed", "x=[[1, 2]]")
    run_command("import", folder / "g.pb", "--output", folder / "out.npz")


def inspect_checkpoint(content, folder):
    checkpoints.put(folder, index=content)
    run_command("inspect", folder / "m.index")


def inspect_events(content, folder):
    path = folder / "events.out.tfevents.1.x"
    path.write_bytes(content)
    run_command("inspect", path)
    run_command("view", path, "--output", folder / "page.html")


NAMES = ("view", "view_meta_graph", "diff", "import", "inspect_index", "inspect_events")


def readers():
    words = graphs.words()
    small = [message.SerializeToString() for message in graphs.small_graphs()]
    whole = [graphs.graph_def(name).SerializeToString() for name in ("mlp", "functional")]
    meta = graphs.small_meta_graph().SerializeToString()
    index, _ = checkpoints.files_of_checkpoint()
    spoil = messages(tf.GraphDef, words)
    return {
        "view": Reader([*whole, *small], spoil, read_graph),
        "view_meta_graph": Reader([meta], messages(MetaGraphDef, words), lambda c, f: _on_graph(c, f, "g.meta")),
        "diff": Reader([*whole, *small], spoil, diff_graphs),
        "import": Reader(small, spoil, import_graph, spare=256 << 20, slow=True),
        "inspect_index": Reader([index], tables(BundleEntryProto), inspect_checkpoint),
        "inspect_events": Reader([records.events()], records.spoil_events, inspect_events),
    }
