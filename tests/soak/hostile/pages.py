"""A Chromium without any network that shows hostile diagrams by the dozen, and what became of the page."""

import base64
import json
import mimetypes
import os
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Error, sync_playwright

import graphlab as tf
from graphlab._src.viz import protocol
from graphlab._src.viz.page import STATIC
from tests.browser import chromium
from tests.soak.hostile import diagrams

HERE = Path(__file__).parent
ORIGIN = "http://graphlab.test"
PATIENCE = 5  # seconds that a diagram may need, and that a page may be frozen
MEMORY = 2000  # MB that the page's process may have used at most, at any time
_PAGE = "<!doctype html><meta charset=utf-8><title>hostile</title><body></body>"


class Chromium:
    """A browser that lists for the judge what each page does: requests, dialogs, crashes."""

    def __init__(self, browser):
        self.browser = browser
        self.requests = []
        self.files = set()  # addresses of files that a page may open
        self.context = self.page = None
        self.fresh()

    def fresh(self):
        """A new page, whatever became of the one before."""
        if self.context is not None:
            self.context.close()
        self.context = self.browser.new_context(viewport={"width": 1200, "height": 900})
        self.context.set_default_timeout(60_000)
        self.context.route("**/*", self._answer)
        self.page = self.watched(self.context.new_page())
        self.page.goto(f"{ORIGIN}/")
        self.page.evaluate("async () => { window.harness = await import('/harness.js') }")

    def watched(self, page):
        """The page, with a list of all that it requests."""
        page.on("dialog", lambda dialog: (self.requests.append(f"dialog {dialog.message[:100]}"), dialog.dismiss()))
        page.on("popup", lambda popup: self.requests.append(f"popup {popup.url[:100]}"))
        page.on("framenavigated", lambda frame: self._navigated(frame, page))
        page.on("websocket", lambda socket: self.requests.append(f"websocket {socket.url[:100]}"))
        return page

    def _navigated(self, frame, page):
        if frame != page.main_frame:
            self.requests.append(f"frame {frame.url[:100]}")

    def _answer(self, route):
        url = route.request.url
        name = url.removeprefix(ORIGIN).partition("?")[0]
        own = {"/app.js": STATIC / "app.js", "/harness.js": HERE / "harness.js", "/judge.js": HERE / "judge.js"}
        if name == "/":
            route.fulfill(body=_PAGE, content_type="text/html")
        elif name in own:
            route.fulfill(body=own[name].read_text("utf-8"), content_type=mimetypes.types_map[".js"])
        elif name == "/favicon.ico":
            route.fulfill(status=404)
        elif url.startswith(("blob:", "data:")) or url in self.files:
            route.continue_()
        else:
            self.requests.append(f"request {url[:200]}")
            route.abort()

    def peak(self):
        """MB that the largest of the browser's page processes has used at most."""
        most = 0
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                if b"--type=renderer" in (folder / "cmdline").read_bytes() and _is_ours(folder):
                    most = max(most, int(_status(folder)["VmHWM"].split()[0]) // 1024)
            except (OSError, KeyError):  # it has ended meanwhile
                continue
        return most


def _is_ours(folder):
    """Whether a process comes of this one."""
    while folder.name not in ("0", "1"):
        if int(folder.name) == os.getpid():
            return True
        folder = folder.parent / _status(folder)["PPid"]
    return False


def _status(folder):
    lines = (folder / "status").read_text().splitlines()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


@contextmanager
def opened():
    """A Chromium for one part of the campaign."""
    path = chromium.find()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=chromium.FLAGS)
        try:
            yield Chromium(browser)
        finally:
            browser.close()


def sentinel():
    """A sound diagram, to be drawn beside hostile ones."""
    graph = tf.Graph()
    with graph.as_default(), tf.name_scope("hidden"):
        tf.identity(tf.placeholder(tf.float32, [None, 3], name="x"), name="y")
    return {"graph": graph.uid, "chunks": [base64.b64encode(protocol.packed(graph)).decode()]}


def batch(chrome, seeds, sound, patience=PATIENCE):
    """What is wrong after the diagrams of some seeds were in one page, in words."""
    chrome.requests.clear()
    cases = json.dumps([diagrams.diagram(seed) for seed in seeds], allow_nan=False)
    try:
        found = chrome.page.evaluate(RUN, [cases, sound, patience])
    except Error as error:
        found = [f"page gone: {str(error)[:300]}"]
    return found + chrome.requests


RUN = "([cases, sound, patience]) => window.harness.run(JSON.parse(cases), sound, patience)"
