"""The kernel's end of the Graph panel: which graphs there are, the one that is shown as it grows, tables of its runs.

The page opens a comm with the target TARGET; graphlab announces itself when it is imported, so that a panel that was
there first knows. Messages to the page, each only when it differs from the last of its type:

    graphs      the kernel's graphs, the one that the notebook works on, and the one that is shown
    graph       the graph to show from now on, with a piece of all of it
    cell        the operations from..to that a cell has added so far, and the one that failed in it
    run, variables, queues, devices    the content of the tab in front (panel_tables.py)
    ping        the page answers with its choices, as it sends them when they change
    dropped     it did not answer: a page that is there after all opens another comm

The diagram itself is updated as that in a cell's output is, by the graph's View. A thread watches the graphs while a panel is
open, so that they are live during a cell too; while none is, nothing here runs.
"""

import threading
import time
import weakref
from typing import Any

import comm
from IPython.core.getipython import get_ipython

from graphlab._src.graph.graph import all_graphs, default_graphs
from graphlab._src.session import base_session
from graphlab._src.session.tracing import last_run
from graphlab._src.viz import mimebundle, panel_tables, protocol
from graphlab._src.viz.columns import as_text
from graphlab._src.viz.failures import failed_operation, failure_of
from graphlab._src.viz.widget import live_view

_PAUSE = 0.1  # seconds between two looks at the graphs
_SHARE = 10  # times as long as a look lasts is the pause after it, at least
_MOST_GRAPHS = 100
_EVERY = 60.0  # seconds after its last message in which a page is pinged
_PATIENCE = 10.0  # seconds in which it has to answer a kernel that is idle

HANDLERS = mimebundle.HANDLERS  # the diagram in a panel may send any of their commands


def opened(channel, message):
    """Answers the comm that a page has opened for a panel."""
    watcher.add(Panel(channel, message["content"].get("data")))


class Panel:
    """One Graph panel of a page. chosen: the uid of the graph to show; "": the one that the notebook works on."""

    def __init__(self, channel, choices):
        self._comm = channel
        self.chosen, self.tab = "", "graph"
        self._sent = {}  # type -> the last message
        self._shown = ""
        self._heard = time.monotonic()
        self._pinged = None  # when a ping was sent that has no answer yet
        self._choose(choices)
        channel.on_msg(self._receive)
        channel.on_close(lambda _: watcher.remove(self))

    def _receive(self, message):
        self._heard, self._pinged = time.monotonic(), None
        self._choose(message["content"].get("data"))
        watcher.wake()

    def ping(self):
        """Sends what a page that is there answers: one that was reloaded or has crashed closes no comm."""
        if self._pinged is None:
            self._pinged = time.monotonic()
            self._comm.send({"type": "ping"})

    def is_gone(self, idle_since):
        """Pings the page now and then; true once it did not answer. idle_since: since when the kernel reads messages."""
        now = time.monotonic()
        if now - self._heard >= _EVERY:
            self.ping()
        return self._pinged is not None and now - max(self._pinged, idle_since) >= _PATIENCE

    def drop(self):
        """Forgets the comm. No message closes it: pages complain of one that closes a comm which they don't know."""
        self._comm.send({"type": "dropped"})
        self._comm.on_msg(None)
        self._comm.on_close(None)
        self._comm._closed = True
        comm.get_comm_manager().unregister_comm(self._comm)

    def _choose(self, choices):
        """Accepts what the page says, which may be anything."""
        choices = choices if isinstance(choices, dict) else {}
        if isinstance(choices.get("graph"), str):
            self.chosen = choices["graph"]
        if isinstance(choices.get("tab"), str):
            self.tab = choices["tab"]

    def update(self, graphs, followed, names):
        """Sends what has changed. graphs: those to choose from.  followed: the one that the notebook works on."""
        shown = next((graph for graph in graphs if graph.uid == self.chosen), followed)
        if shown.uid == self._shown:
            live_view(shown).push()  # first, since it is what a reader waits for
        entries = [_entry(graph, names, graph is followed) for graph in graphs]
        self._send("graphs", {"graphs": entries, "shown": shown.uid})
        if shown.uid != self._shown:
            self._shown = shown.uid
            live_view(shown)
            self._comm.send({"type": "graph", "graph": shown.uid, "bytes": as_text(protocol.packed(shown))})
        table = panel_tables.TABLES.get(self.tab)
        if table is not None:
            self._send(self.tab, table(shown, names))

    def announce_cell(self, sizes, error=None):
        """Sends what the cell that runs, or has run, has added to the graph that is shown."""
        graph = next((graph for graph in sizes if graph.uid == self._shown), None)
        if graph is None:
            return
        failure = failure_of(error, graph)
        news = {"from": sizes[graph], "to": graph.version, "failed": failure and failure["op"]}
        if news["to"] > news["from"] or failure:
            self._send("cell", {"graph": graph.uid, **news})

    def report(self, error):
        """Sends the reason why there is nothing to show."""
        self._send("trouble", {"why": f"{type(error).__name__}: {error}"})

    def _send(self, kind, content):
        if self._sent.get(kind) != content:
            self._sent[kind] = content
            self._comm.send({"type": kind, **content})


def _entry(graph, names, is_followed):
    sessions = [names.of_session(session) for session in panel_tables.sessions_of(graph)]
    return {
        "uid": graph.uid,
        "name": names.of_graph(graph),
        "operations": graph.version,
        "sessions": sessions,
        "followed": is_followed,
    }


class _Names:
    """What the notebook calls graphs and sessions; renewed after each cell."""

    def __init__(self):
        self._known = {}

    def look(self):
        """Reads the notebook's variables."""
        shell = get_ipython()
        known = {}
        for name, value in list(getattr(shell, "user_ns", {}).items()):
            if not name.startswith("_"):
                known.setdefault(id(value), name)
        self._known = known

    def has(self, thing):
        """True when a variable of the notebook refers to it."""
        return id(thing) in self._known

    def of_graph(self, graph):
        """The name of a graph."""
        if graph is default_graphs.global_graph():
            return self._known.get(id(graph), "default graph")
        return self._known.get(id(graph)) or f"graph {graph.uid.rpartition('-')[2]}"

    def of_session(self, session):
        """The name of a session."""
        return self._known.get(id(session)) or f"session {session.number + 1}"


class _Watcher:
    """Watches the kernel's graphs while a panel is open."""

    def __init__(self):
        self._panels = []
        self._lock = threading.RLock()  # held while messages are made and sent
        self._wake = threading.Event()
        self._names = _Names()
        self._shell: Any = get_ipython()
        self._sizes = weakref.WeakKeyDictionary()  # graph -> how many operations it had when its growth was last seen
        self._before = weakref.WeakKeyDictionary()  # graph -> how many it had when the cell that runs began
        self._earlier = weakref.WeakSet()  # graphs that the notebook has worked on
        self._worked_on = lambda: None  # a reference to the graph that the notebook works on
        self._bottom = lambda: None  # and to the one that was default outside of all blocks
        self._idle_since: Any = None  # when the last cell ended; None while one runs, when messages of pages wait

    def add(self, panel):
        """Begins to update a panel."""
        with self._lock:
            for other in self._panels:
                other.ping()  # maybe the page of one was reloaded
            self._panels.append(panel)
            if last_run.begin(panel):
                self._forget_calls()
            if len(self._panels) == 1:
                self._begin()
        self.wake()

    def remove(self, panel):
        """Ends the updates of a panel that was closed."""
        with self._lock:
            if panel not in self._panels:
                return
            self._panels.remove(panel)
            if last_run.end(panel):
                self._forget_calls()
            if not self._panels:
                self._end()
        self.wake()

    def wake(self):
        """Has the thread look at the graphs now."""
        self._wake.set()

    def _forget_calls(self):
        for session in base_session.open_sessions():
            session.forget_calls()

    def _begin(self):
        self._names.look()
        self._idle_since = time.monotonic()  # it has just read the message that opened a panel
        self._before = _versions()
        events = self._shell.events
        events.register("pre_run_cell", self._before_cell)
        events.register("post_run_cell", self._after_cell)
        threading.Thread(target=self._watch, name="graphlab panel", daemon=True).start()

    def _end(self):
        events = self._shell.events
        events.unregister("pre_run_cell", self._before_cell)
        events.unregister("post_run_cell", self._after_cell)
        self._before.clear()

    def _watch(self):
        while self._panels:
            begun = time.monotonic()
            self._wake.clear()
            self._update(lambda panel: panel.announce_cell(self._before))
            self.drop_gone()
            self._wake.wait(max(_PAUSE, _SHARE * (time.monotonic() - begun)))

    def drop_gone(self):
        """Removes the panels whose pages are gone."""
        with self._lock:
            for panel in list(self._panels):
                if self._idle_since is not None and panel.is_gone(self._idle_since):
                    self.remove(panel)
                    panel.drop()

    def _before_cell(self, _info):
        self._idle_since = None
        self._before = _versions()

    def _after_cell(self, result):
        """The cell's last words: what is new in the diagram at once, tables by the thread."""
        self._idle_since = time.monotonic()
        self._names.look()
        before, self._before = self._before, _versions()
        failed = failed_operation(result.error_in_exec)
        if failed is not None and failed.graph in before:
            self._follow(_user_graphs())  # what has grown is known, so that this one stays
            self._worked_on = weakref.ref(failed.graph)
        self._update(lambda panel: panel.announce_cell(before, result.error_in_exec))
        self.wake()

    def _update(self, announce):
        """Sends all panels what is new, and then what `announce` does; what fails is sent as the reason."""
        with self._lock:
            if not self._panels:
                return
            try:
                found = _user_graphs()
                followed = self._follow(found)
                graphs = self._choice(found, followed)
            except Exception as error:  # a panel says so, and cells run on
                for panel in self._panels:
                    panel.report(error)
                return
            for panel in self._panels:
                try:
                    panel.update(graphs, followed, self._names)
                    announce(panel)
                except Exception as error:
                    panel.report(error)

    def _follow(self, graphs):
        """The graph that the notebook works on: the default one, or that which has grown elsewhere.

        So a graph that a cell filled in a block `with graph.as_default()` is shown also after the block.
        """
        growth = {graph: graph.version - self._sizes.get(graph, 0) for graph in graphs}
        for graph in graphs:
            self._sizes[graph] = graph.version
        default, bottom = default_graphs.of_main_thread(), default_graphs.global_graph()
        worked_on = self._worked_on()
        if worked_on is None and default.version or growth.get(default):
            worked_on = default
        elif any(growth.values()):
            worked_on = max(graphs, key=lambda graph: growth[graph])
        elif bottom is not self._bottom():
            worked_on = bottom
        self._bottom = weakref.ref(bottom)
        worked_on = worked_on or default
        self._worked_on = weakref.ref(worked_on)
        self._earlier.add(worked_on)
        return worked_on

    def _choice(self, graphs, followed):
        """The graphs that a reader may want: with names, used by sessions, worked on before, the default one."""
        used = {session.graph for session in base_session.open_sessions()} | set(self._earlier)
        worth = [
            graph
            for graph in graphs
            if graph is followed or graph.version and (graph in used or self._names.has(graph) or _is_global(graph))
        ]
        return worth[-_MOST_GRAPHS:]


def _is_global(graph):
    return graph is default_graphs.global_graph()


def _user_graphs():
    return [graph for graph in all_graphs() if not (graph.building_function or graph.is_subgraph)]


def _versions():
    return weakref.WeakKeyDictionary({graph: graph.version for graph in _user_graphs()})


watcher = _Watcher()
