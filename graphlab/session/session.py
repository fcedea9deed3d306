"""Session: where a graph runs, and where its variables live."""

import collections
import collections.abc
import warnings
from typing import Any

from graphlab import context
from graphlab.compiler.plan import Plan
from graphlab.errors import explain
from graphlab.graph.graph import Graph, default_graphs, get_default_graph
from graphlab.graph.tensor import Tensor
from graphlab.proto import ConfigProto, RunMetadata, RunOptions
from graphlab.session.config import CONFIG, check_run_options, open_devices, warn_of_no_effect
from graphlab.session.feeds import expand
from graphlab.session.fetches import FetchStructure, key_of
from graphlab.session.run import Runner
from graphlab.session.store import Store

_MAX_CALLS = 4096  # remembered shapes of run() calls; each is small, plans are shared between them


class BaseSession:
    """Runs parts of one graph, and keeps the values of its variables.

    target: "" runs in this process.  graph: the default graph when left out.  config: a ConfigProto.
    """

    def __init__(self, target="", graph=None, config=None):
        if target is None:
            target = ""
        if not isinstance(target, (str, bytes)):
            raise TypeError(f"target must be a string, but got {type(target)}")
        if target:
            raise ValueError(
                explain(f"There is no runtime at {target!r}", fix='tf.Session() or target="" runs in this process')
            )
        if graph is not None and not isinstance(graph, Graph):
            raise TypeError(f"graph must be a tf.Graph, but got {type(graph)}")
        if config is not None and not isinstance(config, ConfigProto):
            raise TypeError(f"config must be a tf.ConfigProto, but got {type(config)}")
        self._target = target
        self._graph = graph or get_default_graph()
        self._config = config or ConfigProto()
        warn_of_no_effect(self._config, CONFIG)
        self._closed = False
        self._devices = open_devices(self._config)
        self._store = Store()
        self._calls = collections.OrderedDict()
        self._runners = {}
        self._seen_changes, self._seen_version = self._changes(), self._graph.version
        self._warned_metadata = False

    @property
    def graph(self):
        """The Graph that it runs."""
        return self._graph

    @property
    def graph_def(self):
        """The GraphDef of that graph, with shapes when the config says infer_shapes."""
        return self._graph.as_graph_def(add_shapes=self._config.graph_options.infer_shapes)

    @property
    def sess_str(self):
        """The target, as bytes."""
        return self._target.encode() if isinstance(self._target, str) else self._target

    def list_devices(self):
        """The devices that it can use: named tuples of name, device_type and memory_limit_bytes."""
        self._check_open()
        return [DeviceAttributes(name, name.split(":")[-2], memory) for name, memory in self._devices.memory().items()]

    def run(self, fetches, feed_dict=None, options=None, run_metadata=None) -> Any:
        """Runs what `fetches` need, and gives their values in the same structure; None for operations.

        fetches: a Tensor, Operation, variable or name, or nested lists, tuples and dicts of these.
        feed_dict: {tensor: value}. Any tensor may be fed; what only serves it does not run.
        Raises RuntimeError on a closed session, TypeError or ValueError for fetches or feeds that are not right,
        and an OpError when the run itself fails.
        """
        key = fetch_key = fetches if type(fetches) is Tensor else key_of(fetches)
        if feed_dict:
            try:
                key = (fetch_key, *feed_dict)
            except TypeError:
                raise self._bad_feed_dict(feed_dict) from None
        call = self._calls.get(key) if fetch_key is not None else None
        graph = self._graph
        if call is None or self._closed or len(graph.log) - len(graph._operations) != self._seen_changes:
            call = self._prepare(fetches, feed_dict, key if fetch_key is not None else None)
        if options is not None or run_metadata is not None:
            self._check_options(options, run_metadata)
        build, run, feeds, order = call
        if not feed_dict:
            return build(run([]))
        if order is None:
            given = dict(expand(graph, feed_dict))
            return build(run([feed.take(given[feed.tensor]) for feed in feeds]))
        try:
            values = list(feed_dict.values())
        except AttributeError:
            raise self._bad_feed_dict(feed_dict) from None
        return build(run([feed.take(values[i]) for feed, i in zip(feeds, order, strict=True)]))

    def _changes(self):
        """How often operations of the graph were changed after they were made."""
        return len(self._graph.log) - len(self._graph._operations)

    def _check_open(self):
        if self._closed:
            raise RuntimeError(explain("Attempted to use a closed Session.", fix="make a new one: tf.Session()"))

    def _bad_feed_dict(self, feed_dict):
        return TypeError(
            explain(
                f"feed_dict must be a dictionary, got {type(feed_dict).__name__}", fix="feed_dict={placeholder: value}"
            )
        )

    def _prepare(self, fetches, feed_dict, key):
        """Takes one form of call apart.

        Gives what builds the result, what runs the plan, the plan's Feeds, and where in feed_dict the value of each
        stands: None when keys of the feed_dict stand for several tensors.
        """
        self._check_open()
        if not self._graph.version:
            raise RuntimeError("The Session graph is empty.  Add operations to the graph before calling run().")
        if feed_dict is not None and not isinstance(feed_dict, collections.abc.Mapping):
            raise self._bad_feed_dict(feed_dict)
        with self._store.lock:
            self._catch_up()
            structure = FetchStructure(self._graph, fetches)
            pairs = expand(self._graph, feed_dict or {})
            tensors = list(dict.fromkeys(tensor for tensor, _ in pairs))
            runner = self._runner(structure.elements, tensors)
            one_to_one = len(tensors) == len(pairs) == len(feed_dict or {})
            order = [tensors.index(feed.tensor) for feed in runner.feeds] if one_to_one else None
            call = structure.build, runner.run, runner.feeds, order
            if key is not None:
                self._calls[key] = call
                if len(self._calls) > _MAX_CALLS:
                    self._calls.popitem(last=False)
        return call

    def _runner(self, elements, tensors):
        key = (tuple(elements), frozenset(tensors))
        runner = self._runners.get(key)
        if runner is None:
            plan = Plan(self._graph, elements, tensors, self._devices)
            runner = self._runners[key] = Runner(plan, self._store, self._devices.default)
        return runner

    def _catch_up(self):
        """Drops the plans in which an operation was changed since they were made: a control input added, a shape set."""
        if self._changes() == self._seen_changes:
            self._seen_version = self._graph.version
            return
        new = self._graph.log[self._seen_version + self._seen_changes :]
        changed = {op for op in new if op._id < self._seen_version}
        self._runners = {
            key: runner
            for key, runner in self._runners.items()
            if changed.isdisjoint(runner.plan.operations) and changed.isdisjoint(t.op for t in runner.plan.feeds)
        }
        self._calls.clear()
        self._seen_changes, self._seen_version = self._changes(), self._graph.version

    def _check_options(self, options, run_metadata):
        if options is not None and not isinstance(options, RunOptions):
            raise TypeError(f"options must be a RunOptions, but got {type(options)}")
        if options is not None:
            check_run_options(options, self._config)
        if run_metadata is not None and not isinstance(run_metadata, RunMetadata):
            raise TypeError(f"run_metadata must be a RunMetadata, but got {type(run_metadata)}")
        if run_metadata is not None and not self._warned_metadata:
            self._warned_metadata = True
            warnings.warn("graphlab does not fill run_metadata yet: it stays as it is", stacklevel=3)

    def plan(self, fetches, feeds=()):
        """The Plan of a run of `fetches` with the tensors `feeds` (or the keys of a feed_dict) fed; runs nothing."""
        self._check_open()
        structure = FetchStructure(self._graph, fetches)
        tensors = [self._graph.as_graph_element(item, allow_operation=False) for item in feeds]
        with self._store.lock:
            self._catch_up()
            return self._runner(structure.elements, list(dict.fromkeys(tensors))).plan

    def make_callable(self, fetches, feed_list=None, accept_options=False):
        """A function of the values of feed_list's tensors that does what run() would.

        accept_options: the function also takes options= and run_metadata=.
        """
        self._check_open()
        tensors = [self._graph.as_graph_element(item, allow_operation=False) for item in feed_list or []]

        def call(*values, **keywords):
            if len(values) != len(tensors):
                raise TypeError(f"The callable takes {len(tensors)} feeds, got {len(values)}")
            if keywords and not accept_options:
                raise TypeError(f"Unexpected arguments: {', '.join(keywords)}; make it with accept_options=True")
            return self.run(fetches, dict(zip(tensors, values, strict=True)), **keywords)

        return call

    def close(self):
        """Ends the session and lets its variables go; run() raises RuntimeError from now on."""
        self._closed = True
        self._store.cancellation.cancel()
        with self._store.lock:
            self._store.resources.clear()
            self._store.values.clear()
            self._calls.clear()
            self._runners.clear()

    def as_default(self):
        """A context in which eval() and run() of tensors and operations use this session."""
        return context.sessions.get_controller(self)

    def __repr__(self):
        return f"<graphlab.Session of {self._graph!r}{', closed' if self._closed else ''}>"


DeviceAttributes = collections.namedtuple("DeviceAttributes", ["name", "device_type", "memory_limit_bytes"])


class Session(BaseSession):
    """A session that `with` makes the default, with its graph, and closes at the end.

    target: "" runs in this process.  graph: the default graph when left out.  config: a ConfigProto.
    """

    def __init__(self, target="", graph=None, config=None):
        super().__init__(target, graph, config)
        self._entered = []

    def __enter__(self):
        graph, session = self._graph.as_default(), self.as_default()
        graph.__enter__()
        session.__enter__()
        self._entered.append((graph, session))
        return self

    def __exit__(self, kind, value, traceback):
        graph, session = self._entered.pop()
        session.__exit__(kind, value, traceback)
        graph.__exit__(kind, value, traceback)
        self.close()
        return False


class InteractiveSession(BaseSession):
    """A session that is the default, with its graph, from the moment it is made until close()."""

    def __init__(self, target="", graph=None, config=None):
        super().__init__(target, graph, config)
        # Cells are run in any order, and so are such sessions closed.
        self._default_session = context.sessions.get_controller(self, enforce_nesting=False)
        self._default_session.__enter__()
        self._default_graph = None
        if graph is not None:
            self._default_graph = default_graphs.get_controller(graph, enforce_nesting=False)
            self._default_graph.__enter__()

    def close(self):
        """Ends the session; it is no longer the default."""
        if self._closed:
            return
        super().close()
        for default in (self._default_graph, self._default_session):
            if default is not None:
                default.__exit__(None, None, None)


def get_default_session():
    """The innermost session that was entered in this thread, or None."""
    return context.sessions.get_default()
