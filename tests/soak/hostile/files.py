"""Files that graphlab writes of hostile graphs, opened alone in a browser: pages, images, what `graphlab view` shows."""

import random as chances

from playwright.sync_api import Error

import graphlab as tf
from graphlab._src.cli import file_contents
from graphlab._src.cli import graph_page as view_page
from graphlab._src.proto import GraphDef, text_format
from graphlab._src.viz import export as take_away
from graphlab.errors import OpError
from tests.soak.hostile import pages, texts

SCRIPTS = 3  # the app, the graph, and what starts it
KINDS = ("view", "view", "save_html", "save_html", "to_svg", "diff")
NAMES = (
    "graph",
    "<img src=x onerror=window.__pwned=1>",
    "a'b\"c&d",
    "rtl\u202egpj",
    "</title><script>window.__pwned=1<",
    "#x?y=1",
    "100%25",
)


def graph_def(random):
    """A GraphDef with hostile names, attributes, devices and edges."""
    made = GraphDef()
    names = []
    for number in range(random.choice((1, 3, 12))):
        node = made.node.add()
        node.name = _sayable(texts.text(random, 3000)) + ("" if random.random() < 0.3 else str(number))
        node.op = random.choice((*texts.TYPES[:4], "NoOp", "NoOp", _sayable(texts.text(random, 200))))
        names.append(node.name)
        if random.random() < 0.2:
            node.device = _sayable(texts.text(random, 200))
        for _ in range(random.choice((0, 0, 1, 4))):
            node.input.append(
                random.choice((random.choice(names), f"^{random.choice(names)}", _sayable(texts.text(random, 200))))
            )
        for _ in range(random.choice((0, 0, 1, 3))):
            value = node.attr[_sayable(texts.text(random, 100))]
            value.s = _sayable(texts.text(random, 2000)).encode()
    if random.random() < 0.3:
        made.library.function.add().signature.name = _sayable(texts.text(random, 500))
    return made


def graph(random):
    """A Graph whose operations are called anything."""
    made = tf.Graph()
    with made.as_default():
        x = tf.placeholder(tf.float32, [None, 3])
        for _ in range(random.choice((1, 4, 12))):
            x = random.choice((tf.identity, tf.stop_gradient))(x)
            name = texts.text(random, 3000)
            if name not in {op.name for op in made.get_operations()}:
                x.op._name = name
            if random.random() < 0.2:
                x.op._device = texts.text(random, 200)
        tf.constant(texts.MARKUP[random.randrange(len(texts.MARKUP))].encode())
    return made


def _sayable(text):
    """What a protobuf can hold."""
    return text.encode("utf-8", "replace").decode()


def write(seed, folder):
    """(the file that a seed makes, or None where graphlab refused in its own words; what is wrong already)."""
    random = chances.Random(seed)
    kind = random.choice(KINDS)
    name = random.choice(NAMES)
    path = folder / f"{seed}.html"
    try:
        if kind == "view":
            source = folder / f"{seed}{name.replace('/', '')}.{random.choice(('pb', 'pbtxt'))}"
            data = graph_def(random)
            text = text_format.MessageToString(data).encode() if source.suffix == ".pbtxt" else data.SerializeToString()
            source.write_bytes(text)
            path.write_text(view_page.page(file_contents.read(str(source))), encoding="utf-8", errors="surrogateescape")
        elif kind == "diff":
            both = graph(random), graph(random)
            take_away.save_html(tf.diff(*both).merged[0], path)
        elif kind == "save_html":
            thing = graph(random)
            highlight = [op for op in thing.get_operations() if random.random() < 0.2]
            take_away.save_html(thing, path, depth=random.choice((None, 0, 3)), highlight=highlight or None)
        else:
            path = folder / f"{seed}.svg"
            path.write_text(take_away.to_svg(graph(random)), encoding="utf-8")
    except (file_contents.UnreadableError, OpError, ValueError) as error:
        return None, [] if not isinstance(error, UnicodeError) else [f"{kind}: {type(error).__name__}: {error}"[:300]]
    except Exception as error:
        return None, [f"{kind}: {type(error).__name__}: {error}"[:300]]
    return path, []


def opened(chrome, seed, folder):
    """What is wrong with the file of a seed, in words."""
    path, found = write(seed, folder)
    if path is None:
        return found
    chrome.requests.clear()
    chrome.files = {path.as_uri()}
    page = chrome.watched(chrome.context.new_page())
    errors = []
    page.on("pageerror", lambda error: errors.append(f"page error: {str(error)[:300]}"))
    try:
        page.goto(path.as_uri(), timeout=pages.PATIENCE * 4000)
        if path.suffix == ".html":
            page.wait_for_function(DRAWN, timeout=pages.PATIENCE * 4000)
        found += page.evaluate(f"async source => {{ {JUDGE} }}", (pages.HERE / "judge.js").read_text("utf-8"))
    except Error as error:
        found.append(f"not drawn: {str(error)[:300]}")
    page.close()
    path.unlink()
    return found + errors + [requests for requests in chrome.requests if requests not in chrome.files]


DRAWN = """() => {
  const root = document.querySelector("#graph .graphlab")?.shadowRoot;
  return !document.querySelector("#graph") || !!root?.querySelector("[data-painter], .failure, .empty:not([hidden])");
}"""
JUDGE = f"""
  const {{ judge }} = await import(URL.createObjectURL(new Blob([source], {{ type: "text/javascript" }})));
  const isPage = document.documentElement.localName === "html";
  const found = judge(isPage ? document.body : document, true);
  const scripts = document.querySelectorAll("script").length;
  const other = found.filter((what) => what !== "an element script");
  if (isPage && scripts > {SCRIPTS} || !isPage && scripts) other.push(`${{scripts}} scripts`);
  if (isPage && document.head.querySelectorAll("*").length > 4) other.push("more in the head than graphlab writes");
  if (globalThis.__pwned !== undefined) other.push(`executed: ${{globalThis.__pwned}}`);
  return other;
"""
