"""Messages of a page to a real kernel: whatever they are, it answers in few words, goes on, and touches nothing."""

import ast
import json
import os
import random as chances
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import KernelManager

from tests.kernel import write_kernel_spec
from tests.soak.hostile import texts

PATIENCE = 5  # seconds until the kernel has to answer something else
SHORT = 6_000  # characters of an answer that says no
EVERY = 40  # messages between two looks at the kernel itself

SETUP = f"""
import os, sys, threading
import numpy as np, graphlab as tf
from graphlab._src.viz import commands, live
x = tf.placeholder(tf.float32, [None, 4], name="x")
w = tf.Variable(tf.ones([4, 3]), name="w")
y = tf.nn.relu(tf.matmul(x, w), name="y")
loop = tf.while_loop(lambda i: i < 3, lambda i: i + 1, [0])
graph = tf.get_default_graph()
for name in {texts.MARKUP[:20] + texts.KEYS!r}:
    tf.no_op()._name = name
session = tf.Session()
session.run(w.initializer)
before = session.run(y, {{x: np.ones([2, 4])}})
watched = tf.watch(y)
stepping = tf.step(session, [y, loop], {{x: np.ones([2, 4])}})
version, threads = graph.version, threading.active_count()
display(stepping, graph)
models = [live.view_of(graph).widget.model_id, *[w.model_id for w in live.view_of(graph).more.values()]]
"""
CHECK = """
assert graph.version == version, "the graph has grown"
assert (session.run(y, {x: np.ones([2, 4])}) == before).all(), "a variable has another value"
assert threading.active_count() <= threads + 4, "threads are left behind"
assert "__pwned" not in globals() and not hasattr(__builtins__, "__pwned"), "executed"
assert os.listdir(".") == [], os.listdir(".")
assert len(live._views) < 20, "views stay alive"
"""
CODE = [
    "__import__('os').system('touch pwned')",
    "'); open('pwned', 'w'); ('",
    "{graph.__class__.__init__.__globals__}",
    "%s%n%x",
    "!touch pwned",
    "$(touch pwned)",
    "; touch pwned #",
    "/etc/passwd",
    "../../pwned",
    "file:///etc/passwd",
    "\\N{BULLET}",
]
FIELDS = (
    "op",
    "subgraph",
    "cursor",
    "name",
    "value",
    "stepThrough",
    "to",
    "stop",
    "on",
    "stage",
    "view",
    "fetches",
    "feeds",
    "kind",
    "id",
    "text",
)
# Ids that Jupyter itself can take: it logs them.
OTHERS = ("nobody", "", "x" * 1000, texts.MARKUP[0], "../../pwned")
SIZES = (10**5, 10**6, 2 * 10**7)


def _value(random):
    kind = random.random()
    if kind < 0.3:
        return random.choice((0, 1, 2, 5, 40, 1, True, False, "optimized", "body", "*", "nan", "dtype"))
    if kind < 0.45:
        return random.choice(CODE)
    if kind < 0.47:
        return "x" * random.choice(SIZES)
    if kind < 0.5:
        return random.choice((float("nan"), float("inf"), -float("inf"), 10**400, -(10**400)))
    return texts.value(random)


def command(random, kinds):
    """A command that a page might send."""
    made = {"type": random.choice((*kinds, *kinds, *texts.KEYS, "", texts.text(random, 1000)))}
    for name in random.sample(FIELDS, random.randrange(len(FIELDS))):
        made[name] = _value(random)
    if random.random() < 0.05:
        made["type"] = texts.value(random)
    if random.random() < 0.5:
        made.pop("kind", None)
    return made


def message(random, kinds, ids):
    """(its type, content, buffers) of one message on the channel that pages have."""
    comm = random.choice((*ids, *ids, *ids, *OTHERS))
    content = random.choice(
        (command(random, kinds), command(random, kinds), command(random, kinds), texts.value(random))
    )
    way = random.random()
    buffers = [b"x" * random.choice((0, 10, 10**6)) for _ in range(random.choice((0, 0, 0, 1, 3)))]
    if way < 0.7:
        return "comm_msg", {"comm_id": comm, "data": {"method": "custom", "content": content}}, buffers
    if way < 0.85:
        state = {
            "_esm": "window.__pwned=1",
            "graph": texts.value(random),
            "messages": texts.value(random),
            texts.text(random, 50): 1,
        }
        data = {
            "method": "update",
            "state": random.choice((state, texts.value(random))),
            "buffer_paths": texts.value(random),
        }
        return "comm_msg", {"comm_id": comm, "data": data}, buffers
    if way < 0.95:
        data = random.choice(
            (texts.value(random), {"method": texts.value(random), "content": content}, {"method": "request_state"})
        )
        return "comm_msg", {"comm_id": comm, "data": data}, buffers
    data = {"_esm": "window.__pwned=1", "state": texts.value(random), "kind": content}
    opened = {
        "comm_id": random.choice(OTHERS) + "new",
        "target_name": random.choice(("graphlab", *OTHERS)),
        "data": data,
    }
    return "comm_open", opened, buffers


class Kernel:
    """A kernel that shows diagrams, in a folder of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.log = (folder / "log").open("w+")
        (folder / "work").mkdir(exist_ok=True)
        write_kernel_spec(folder / "data", "checkout")
        specs = KernelSpecManager(kernel_dirs=[str(folder / "data" / "kernels")])
        self.manager = KernelManager(kernel_name="checkout", kernel_spec_manager=specs)
        self.manager.start_kernel(
            cwd=str(folder / "work"),
            stderr=self.log,
            env={**os.environ, "IPYTHONDIR": str(folder / "ipython")},
        )
        self.client = self.manager.client()
        self.client.session.pack = lambda content: json.dumps(content, default=str).encode()  # as pages write it
        self.client.start_channels()
        self.client.wait_for_ready(timeout=120)
        content, _ = self.execute(SETUP)
        if content["status"] != "ok":
            raise RuntimeError("\n".join(content["traceback"]))
        self.ids = self.value("models")
        self.kinds = self.value("sorted(commands._HANDLERS)")
        self.seen = 0

    def execute(self, cell, timeout=60, **wishes):
        """(the reply to a cell, what came of it)."""
        request = self.client.execute(cell, **wishes)
        return self.answer(request, timeout)

    def value(self, expression):
        content, _ = self.execute("import json", user_expressions={"x": f"json.dumps({expression})"})
        return json.loads(ast.literal_eval(content["user_expressions"]["x"]["data"]["text/plain"]))

    def answer(self, request, timeout):
        """(the reply's content, all that was published for it)."""
        until = time.monotonic() + timeout
        while True:
            reply = self.client.get_shell_msg(timeout=max(0.1, until - time.monotonic()))
            if reply["parent_header"].get("msg_id") == request:
                break
        return reply["content"], self.published()

    def published(self):
        """What the kernel has published by now."""
        found = []
        while self.client.iopub_channel.msg_ready():
            found.append(self.client.get_iopub_msg(timeout=5))
        return found

    def send(self, kind, content, buffers):
        """Sends one message, then requests something else: what is wrong, in words."""
        session = self.client.session
        session.send(self.client.shell_channel.socket, session.msg(kind, content), buffers=buffers)
        found = []
        begun = time.monotonic()
        try:
            _, published = self.answer(self.client.kernel_info(), PATIENCE)
        except Exception:
            return [f"the kernel answers nothing for {PATIENCE} s"] if self.manager.is_alive() else ["the kernel died"]
        if time.monotonic() - begun > PATIENCE:
            found.append(f"the kernel answered after {time.monotonic() - begun:.1f} s")
        for one in published:
            kind, content = one["header"]["msg_type"], one["content"]
            if kind == "error" or (kind == "stream" and "Traceback" in content["text"]):
                found.append(f"a traceback in a cell: {json.dumps(content)[-300:]}")
            if kind == "comm_msg":
                reply = content["data"].get("content") or {}
                size = len(json.dumps(content))
                if isinstance(reply, dict) and (reply.get("type") == "refused" or reply.get("why")) and size > SHORT:
                    found.append(f"an answer of {size} characters to {reply.get('type')}")
        return found

    def look(self):
        """What is wrong with the kernel by now, in words."""
        content, _ = self.execute(CHECK)
        found = [] if content["status"] == "ok" else [f"{content['ename']}: {content['evalue'][:300]}"]
        self.log.flush()
        text = (self.folder / "log").read_text(errors="replace")
        new, self.seen = text[self.seen :], len(text)
        if "Traceback" in new and "graphlab/_src/viz" in new:
            found.append(f"a traceback in the log: {new[-600:]}")
        return found

    def end(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)
        self.log.close()


@contextmanager
def started():
    """A Kernel."""
    with tempfile.TemporaryDirectory() as folder:
        kernel = Kernel(Path(folder))
        try:
            yield kernel
        finally:
            kernel.end()


def strike(until, first, count, report):
    """Sends `count` messages by seed to a kernel; report(seed, what is wrong). Returns the seed that comes next."""
    with started() as kernel:
        for seed in range(first, first + count):
            if time.monotonic() > until:
                return seed
            found = kernel.send(*message(chances.Random(seed), kernel.kinds, kernel.ids))
            if (seed - first) % EVERY == EVERY - 1:
                found += kernel.look()
            report(seed, found)
            if any("died" in what or "nothing for" in what for what in found):
                return seed + 1
    return first + count
