"""BaseSession: runs parts of a graph, and holds the state that the runs share."""

import collections.abc
import concurrent.futures
import contextlib
import functools
import itertools
import os
import threading
import time
import weakref
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from graphlab._src.base import context
from graphlab._src.base.errors import (
    AbortedError,
    CancelledError,
    FailedPreconditionError,
    InvalidArgumentError,
    UnimplementedError,
    explain,
)
from graphlab._src.base.fixes import Edit, Fix
from graphlab._src.base.signals import raise_again
from graphlab._src.compiler.executables.tracing import own_width, restore_width
from graphlab._src.compiler.placement import LOCAL, Task
from graphlab._src.compiler.plan import Plan, compile_plan
from graphlab._src.graph.device import DeviceSpec
from graphlab._src.graph.graph import Graph, get_default_graph
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.pickling import NotPickled
from graphlab._src.graph.tensor import Tensor
from graphlab._src.proto import ConfigProto, RunMetadata, RunOptions
from graphlab._src.session import config_defaults
from graphlab._src.session.annotations import Element
from graphlab._src.session.calls.call import Call
from graphlab._src.session.calls.conversions import is_fixed, is_plain
from graphlab._src.session.calls.feeds import expand, expand_keys
from graphlab._src.session.calls.fetches import FetchStructure, key_of
from graphlab._src.session.calls.partial_run import PartialRuns
from graphlab._src.session.calls.plan_cache import Entry, PlanCache
from graphlab._src.session.config import (
    CONFIG,
    check_run_options,
    open_devices,
    warn_of_no_effect,
)
from graphlab._src.session.debugging.debug_run import DebugRuns
from graphlab._src.session.device_attributes import DeviceAttributes
from graphlab._src.session.execution.failures import op_error
from graphlab._src.session.execution.runner import Runner, lent
from graphlab._src.session.execution.tracebacks import shortened
from graphlab._src.session.store import Store
from graphlab._src.session.targets import Master, find_master
from graphlab._src.session.tasks.borrowing import Borrowing
from graphlab._src.session.tasks.client import TaskClient
from graphlab._src.session.tasks.memory import Memory, SharedStore
from graphlab._src.session.tasks.parts import TaskPart, cut_by_task
from graphlab._src.session.tasks.runner import TaskRunner
from graphlab._src.session.tracing import last_run
from graphlab._src.session.tracing import watch as watching
from graphlab._src.session.tracing.run_metadata import Record
from graphlab._src.session.tracing.traced_run import Tracer

_live: weakref.WeakSet["BaseSession"] = weakref.WeakSet()  # sessions that Session.reset() closes


class _Process:
    forked = False  # from one that had sessions


_numbers = itertools.count()


class RunRequest(NamedTuple):
    """The run that failed: the arguments of run(), and the session."""

    session: Any
    fetches: Any
    feed_dict: Any


class BaseSession(NotPickled):
    """Runs parts of one graph, and holds the values of its variables.

    target: "" for a session of its own, or a Server's target, for the state of that server.
    graph: the default graph when left out.  config: a ConfigProto; the settings of `tf.config` when left out.
    Raises TypeError for arguments of another type, NotFoundError for a target that no Server has.
    """

    _instead = "tf.train.Saver().save(sess, path) keeps its variables, and restore(sess, path) brings them back"

    def __init__(self, target: Any = "", graph: Graph | None = None, config: Any = None) -> None:
        if graph is not None and not isinstance(graph, Graph):
            raise TypeError(f"graph must be a tf.Graph, but got {type(graph)}")
        if not isinstance(target, (str, bytes, type(None))):
            hint = '. Did you do "Session(config)" instead of "Session(config=config)"?'
            message = (
                f"target must be a string, but got {type(target)}{hint if isinstance(target, ConfigProto) else ''}"
            )
            named = Fix("tf.Session(graph=graph)", Edit("keywords", text="graph"))
            raise TypeError(explain(message, fix=named if isinstance(target, Graph) else None))
        if config is not None and not isinstance(config, ConfigProto):
            raise TypeError(f"config must be a tf.ConfigProto, but got {type(config)}")
        raise_again()
        self._target: bytes | None = target.encode() if isinstance(target, str) else target
        self._master = find_master(self._target)
        if self._master is not None and config is not None and config.cluster_def.job:
            self._master = self._master.in_cluster(config.cluster_def)
            config = _in_cluster(config)
        self._graph = get_default_graph() if graph is None else graph
        if config is None:
            config = self._master.default_config if self._master else config_defaults.copy()
        self._config = config
        self._timeout = self._config.operation_timeout_in_ms
        # or what an attempt to use it raises
        self._ended: Callable[[], Exception] | None = _forked if _Process.forked else None
        self._on_success: Callable[[], object] | None = None  # or what is called after the next run that succeeds
        self._lock = threading.RLock()  # held while a Call is prepared, never while anything runs
        warn_of_no_effect(self._config, CONFIG)
        self._devices = open_devices(self._config, self._tasks())
        self._device_list: list[DeviceAttributes] | None = None
        self._placed = 0
        self._store = Store()
        if self._master is not None and not self._config.isolate_session_state:
            self._store = SharedStore(self._memory_of)
        self._client: TaskClient | None = None  # from the first run on that needs a task of another process
        self._cache = PlanCache(self._graph)
        self._partial_runs = PartialRuns(self)
        self._tracer = Tracer(self._store, self._devices, self._config)
        self._debug_runs = DebugRuns()
        self._number = next(_numbers)
        _live.add(self)

    def _tasks(self) -> Sequence[tuple[str, int]]:
        """The tasks, (job, number), that a session on a server may place operations on, its own first."""
        if self._master is None:
            return LOCAL
        own, *others = self._master.tasks
        filters = [DeviceSpec.from_string(text) for text in self._config.device_filters]
        return [own, *(task for task in others if not filters or any(_admits(one, task) for one in filters))]

    def _memory_of(self, op: Operation) -> Memory | None:
        """The Memory of the task that an operation is placed on; None where another process has it."""
        return None if self._master is None else self._master.memories.get(self._devices.task_of(op))

    @property
    def graph(self) -> Graph:
        """The Graph that it runs."""
        return self._graph

    @property
    def graph_def(self) -> Any:
        """The GraphDef of that graph."""
        return self._graph.as_graph_def(add_shapes=self._config.graph_options.infer_shapes)

    @property
    def sess_str(self) -> bytes | None:
        """The target, as bytes."""
        return self._target

    @property
    def plan_cache(self) -> PlanCache:
        """The PlanCache: the plans that were made so far; printing it shows why each was."""
        return self._cache

    def list_devices(self) -> list[DeviceAttributes]:
        """Returns the DeviceAttributes of each device: name, device_type, memory_limit_bytes, incarnation."""
        if self._ended:
            raise _cancelled()
        if self._device_list is None:
            self._device_list = [
                DeviceAttributes(name, size) for name, size in self._devices.memory(self._held()).items()
            ]
        found = {device.name: device for device in self._device_list}
        master = self._master
        if master is not None:
            for task in self._devices.tasks:
                if not master.holds(task):
                    found.update((device.name, device) for device in self._client_of(master).devices(task))
        return list(found.values())

    def _held(self) -> list[Task]:
        """The tasks whose parts of runs this process runs."""
        return [task for task in self._devices.tasks if self._master is None or self._master.holds(task)]

    def run(
        self, fetches: Any, feed_dict: Mapping[Any, Any] | None = None, options: Any = None, run_metadata: Any = None
    ) -> Any:
        """Runs what `fetches` need, and returns their values in the same structure; None for operations.

        fetches: a Tensor, Operation, variable or name, or nested lists, tuples and dicts of these.
        feed_dict: {tensor: value}. Any tensor may be fed; what only serves it does not run.
        Raises RuntimeError on a closed session, TypeError or ValueError for fetches or feeds that are not right,
        and an OpError when the run itself fails; each has the run's arguments as `error.request`.
        """
        width = own_width()
        try:
            key = fetch_key = fetches if type(fetches) is Tensor else key_of(fetches)
            if feed_dict:
                try:
                    key = (fetch_key, *feed_dict)
                except TypeError:
                    raise _bad_feed_dict(feed_dict) from None
            cache = self._cache
            call = cache.calls.get(key) if fetch_key is not None else None
            if call is None or self._ended or len(self._graph.changes) != cache.seen:
                call = self._prepare(fetches, feed_dict, key if fetch_key is not None else None)
            if not feed_dict:
                values = ()
            elif call.expands:
                given = dict(expand(self._graph, feed_dict))
                if given.keys() != set(call.tensors):  # how many tensors a key refers to may depend on its value
                    call = self._prepare(fetches, feed_dict, None)
                values = [given[tensor] for tensor in call.tensors]
            else:
                try:
                    values = list(feed_dict.values())
                except AttributeError:
                    raise _bad_feed_dict(feed_dict) from None
            runner = call.runner
            if runner is not None:
                runner.used = cache.made
                cache.last = runner
            if options is not None or run_metadata is not None or self._timeout or self._tracer.counts:
                self._check_options(options, run_metadata)
                deadline = self._deadline(options)
                traced = self._debug_runs.prepare(call.runner, options, run_metadata, deadline)
                if traced is None:
                    traced = self._tracer.prepare(call.runner, options, run_metadata, deadline)
                if traced is not None:
                    return call.execute(values, run=traced)
                call = call.within(deadline)
            return call.execute(values)
        except KeyboardInterrupt as error:
            restore_width(width)
            error = shortened(error)
            raise error
        except Exception as error:
            error = shortened(self._of_closing(op_error(error)))
            error.request = RunRequest(self, fetches, feed_dict)  # pyright: ignore[reportAttributeAccessIssue]
            raise error

    def _of_closing(self, error: Any) -> Any:
        """What a run raises that close() ended: on a server the error of the step, here that of the operation that waited."""
        if self._master is None or self._ended is not _closed or not isinstance(error, CancelledError):
            return error
        return CancelledError(error.node_def, error.op, "Step was cancelled by an explicit call to `Session::Close()`.")

    def _deadline(self, options: Any) -> float | None:
        """When a run that begins now must be over, in seconds of time.monotonic(), or None."""
        milliseconds = (options.timeout_in_ms if options is not None else 0) or self._timeout
        return time.monotonic() + milliseconds / 1000 if milliseconds > 0 else None

    def _check_open(self) -> None:
        if self._ended:
            raise self._ended()

    def _prepare(self, fetches: Any, feed_dict: Mapping[Any, Any] | None, key: Any) -> Call:
        """Returns the Call for these fetches and feeds, and stores it under `key`, unless that is None."""
        self._check_open()
        if not self._graph.version:
            raise RuntimeError(
                explain(
                    "The Session graph is empty.  Add operations to the graph before calling run().",
                    fix=_other_session(fetches),
                )
            )
        feed_dict = feed_dict or {}
        if not isinstance(feed_dict, collections.abc.Mapping):
            raise _bad_feed_dict(feed_dict)
        with self._lock:
            self._catch_up()
            pairs = expand(self._graph, feed_dict)
            tensors = list(dict.fromkeys(tensor for tensor, _ in pairs))
            one_to_one = len(tensors) == len(pairs) == len(feed_dict) and all(is_plain(item) for item in feed_dict)
            structure = FetchStructure(self._graph, fetches)
            call = Call(self, structure, tensors, self._runner(structure.elements, tensors), not one_to_one)
            if last_run.is_wanted():
                call = last_run.noting(call, self)
            watches = watching.watches_of(self._graph, self)
            if watches:
                call = watching.counted(call, watches, self._unnoted)
            if self._on_success is not None:
                return call.then(self._succeeded)
            if key is not None and all(is_fixed(item) for item in feed_dict):
                self._cache.remember(key, call)
        return call

    def _unnoted(self, tensor: Tensor, fed: list[Tensor]) -> Call:
        """The Call of one tensor with these tensors fed, whose runs are noted nowhere."""
        with self._lock:
            structure = FetchStructure(self._graph, tensor)
            plan = compile_plan(self._graph, structure.elements, fed, self._devices)
            return Call(self, structure, fed, Runner(plan, self._store, self._devices.default, None))

    unnoted = _unnoted

    def after_next_success(self, callback: Callable[[], object]) -> None:
        """Calls callback() once, after the next run that raises nothing; runs before and after have no overhead."""
        with self._lock:
            self._on_success = callback
            self._cache.calls.clear()  # each Call is prepared anew, with the callback

    def forget_calls(self) -> None:
        """Lets each call be prepared anew: what is noted of runs has changed."""
        with self._lock:
            self._cache.calls.clear()

    @property
    def store(self) -> Store:
        """The values of its variables, and its queues, tables and readers."""
        return self._store

    @property
    def devices(self) -> Any:
        """The Devices that it may use."""
        return self._devices

    @property
    def tracer(self) -> Tracer:
        """What runs its plans operation by operation."""
        return self._tracer

    @property
    def number(self) -> int:
        """Sessions are counted as they are made."""
        return self._number

    def runs_on(self, master: Master) -> bool:
        """True for a session whose target leads to this task."""
        return self._master is master

    def task_of(self, op: Operation) -> Task | None:
        """The task of the cluster that runs an operation, whatever is fetched; None for a session that is on no server."""
        if self._master is None:
            return None
        return self._task_at(op, None if self._client is None else self._client.place(op), self._master)

    def _task_at(self, op: Operation, place: Task | None, master: Master) -> Task:
        task = self._devices.task_of(op)
        return place or (task if master.holds(task) else master.task)

    def absent_tasks(self) -> set[Task]:
        """The tasks of the cluster in other processes that do not answer."""
        if self._master is None:
            return set()
        elsewhere = [task for task in self._master.tasks if not self._master.holds(task)]
        if not elsewhere:
            return set()
        transport = self._master.transport()
        with concurrent.futures.ThreadPoolExecutor(min(len(elsewhere), 32)) as pool:
            answers = pool.map(transport.is_there, elsewhere)
            return {task for task, answer in zip(elsewhere, answers, strict=True) if not answer}

    def task_run_of(self, plan: Plan) -> tuple[dict[Operation, Task], dict[Tensor, int]]:
        """({operation: the task that runs it}, {tensor: its bytes in the last run}) of a plan for several processes.

        The tensors are those that the tasks send each other. Both are empty for other plans.
        """
        runner = next((runner for runner in self._cache.runners if runner.plan is plan), None)
        if not isinstance(runner, TaskRunner) or self._master is None:
            return {}, {}
        places = runner.task_plan.places
        return {op: self._task_at(op, place, self._master) for op, place in places.items()}, runner.traffic

    @property
    def is_open(self) -> bool:
        """False once it was closed."""
        return self._ended is None

    @property
    def _closed(self) -> bool:
        """True once it was closed: TensorFlow's name, which programs read."""
        return self._ended is not None

    def _succeeded(self) -> None:
        callback, self._on_success = self._on_success, None
        if callback is not None:
            callback()

    def _runner(self, elements: Iterable[Element], feeds: Collection[Tensor]) -> Runner | None:
        """Returns the Runner for the elements that are not fed; None when all are."""
        wanted = [element for element in elements if element not in feeds]
        if not wanted:
            return None
        return self._cache.runner(wanted, feeds, lambda: self._make_runner(wanted, feeds))

    def _make_runner(
        self,
        fetches: Iterable[Element],
        feeds: Iterable[Tensor],
        done: Collection[Operation] = (),
        as_result: Callable[[Any], Any] | None = None,
        needed_later: Collection[Any] = (),
    ) -> Runner:
        watches = watching.watches_of(self._graph, self)
        fetches, feeds = list(fetches), list(feeds)
        watched = [watch.tensor for watch in watches]
        plan = compile_plan(
            self._graph, fetches, feeds, self._devices, done, watched=watched, needed_later=needed_later
        )
        if self._master is not None and not done:
            master = self._master
            tasks = {self._devices.task_of(op) for op in plan.operations}
            if not all(master.holds(task) for task in tasks):
                return self._make_task_runner(plan, master)
        observe = watching.observer(watches, plan, self._store)
        return Runner(plan, self._store, self._devices.default, observe, as_result)

    make_runner = _make_runner

    def _make_task_runner(self, plan: Plan, master: Master) -> TaskRunner:
        """Returns the Runner of a plan that tasks of other processes run parts of."""

        client = self._client_of(master)
        task_plan = cut_by_task(plan, client.place_of)

        def borrow(part: TaskPart) -> Borrowing:
            if self._config.isolate_session_state:
                message = "A branch or loop uses variables of several tasks, in a session that isolates its state"
                raise UnimplementedError(None, None, explain(message, at=part.borrows[0], fix="place them on one task"))
            return Borrowing(part.borrows, client, self._memory_of)

        default = self._devices.default
        return TaskRunner(plan, self._store, default, task_plan, client, self._make_part_runner, borrow)

    def _client_of(self, master: Master) -> TaskClient:
        """What this session sends to tasks of other processes."""

        def place_of(task: Task) -> Task | None:
            return None if master.holds(task) else task

        with self._lock:
            if self._client is None:
                self._client = TaskClient(self._graph, self._config, self._devices, place_of, master.transport())
            return self._client

    def _make_part_runner(
        self, fetches: Iterable[Element], feeds: Iterable[Tensor], done: Iterable[Operation], borrowed: Memory | None
    ) -> Runner:
        plan = compile_plan(self._graph, fetches, feeds, self._devices, frozenset(done))
        store = self._store
        if borrowed is not None:
            store = SharedStore(lambda op: borrowed)
            store.cancellation = self._store.cancellation
        return Runner(plan, store, self._devices.default, as_result=lent)

    def _catch_up(self) -> None:
        """Updates the caches after operations were added to the graph or changed in it.

        All of a graph is placed, not only what runs, unless the config says place_pruned_graph: an operation on a
        device that is not there is an error in every run.
        """
        self._cache.catch_up()
        if self._config.graph_options.place_pruned_graph:
            return
        operations = self._graph.operations
        while self._placed < len(operations):
            if operations[self._placed].device:
                self._devices.place(operations[self._placed])
            self._placed += 1

    def _check_options(self, options: Any, run_metadata: Any) -> None:
        if options is not None and not isinstance(options, RunOptions):
            raise TypeError(f"options must be a RunOptions, but got {type(options)}")
        if options is not None:
            check_run_options(options, self._config)
        if run_metadata is not None and not isinstance(run_metadata, RunMetadata):
            raise TypeError(f"run_metadata must be a RunMetadata, but got {type(run_metadata)}")

    def plan(self, fetches: Any, feeds: Iterable[Any] = ()) -> Plan:
        """Returns the Plan of a run of `fetches` with the tensors `feeds` (or the keys of a feed_dict) fed; runs nothing."""
        self._check_open()
        with self._lock:
            self._catch_up()
            structure = FetchStructure(self._graph, fetches)
            tensors = list(dict.fromkeys(expand_keys(self._graph, feeds)))
            runner = self._runner(structure.elements, tensors)
            return compile_plan(self._graph, [], tensors, self._devices) if runner is None else runner.plan

    def observe(self, fetches: Any, feed_dict: Mapping[Any, Any] | None, see: Callable[[Record], object]) -> Any:
        """Runs `fetches` as run() does, but operation by operation: see(record) is called with the Record of each.

        A Record has the operation (or the branch or loop) and its outputs' values.
        """
        call = self._prepare(fetches, feed_dict, None)
        given = dict(expand(self._graph, feed_dict or {}))
        if call.runner is None:
            return call.execute([given[tensor] for tensor in call.tensors])
        self._cache.last = call.runner
        run = functools.partial(self._tracer.observed, call.runner, see)
        return call.execute([given[tensor] for tensor in call.tensors], run=run)

    def make_callable(
        self, fetches: Any, feed_list: Sequence[Any] | None = None, accept_options: bool = False
    ) -> Callable[..., Any]:
        """Returns a function of the values of feed_list's tensors that does what run() does, with less overhead.

        feed_list: keys of a feed_dict.  accept_options: the function also has the arguments options and run_metadata.
        """
        if feed_list is not None and not isinstance(feed_list, (list, tuple)):
            raise TypeError("`feed_list` must be a list or tuple.")
        if feed_list is None:
            FetchStructure(self._graph, fetches)
            return self._without_feeds(fetches, accept_options)
        return self._with_feeds(fetches, list(feed_list))

    def _make_callable_from_options(self, callable_options: Any) -> Callable[..., list[Any]]:
        """A function of the values of what a CallableOptions feeds, which returns what it fetches, as a list.

        Where it connects tensors, a run before computes those that are read in place of others.
        """
        feeds, fetches = list(callable_options.feed), [list(callable_options.fetch), list(callable_options.target)]
        sources = {one.to_tensor: one.from_tensor for one in callable_options.tensor_connection}
        for to, source in sources.items():
            placed, computed = (self._graph.as_graph_element(name, allow_operation=False) for name in (to, source))
            if placed.dtype.base_dtype != computed.dtype.base_dtype:
                message = f"{computed} can't be read in place of {placed}: their dtypes differ"
                raise InvalidArgumentError(None, None, explain(message, at=computed, fix="connect it after a tf.cast"))
        read = [name for name in dict.fromkeys(sources.values()) if name not in feeds]
        read_before = self.make_callable(read, feeds) if sources else None
        fed_names = [*feeds, *sources, *(name for name in read if name not in sources)]
        call = self.make_callable(fetches, fed_names)

        def run(*values: Any, run_metadata: Any = None) -> list[Any]:
            if read_before is not None and len(values) == len(feeds):
                known = dict(zip([*feeds, *read], [*values, *read_before(*values)], strict=True))
                known |= {name: known[source] for name, source in sources.items()}
                values = tuple(known[name] for name in fed_names)
            watched = callable_options.run_options.debug_options.debug_tensor_watch_opts
            if run_metadata is None and not watched:
                return call(*values)[0]
            fed = dict(zip(fed_names, values, strict=True))
            return self.run(fetches, fed, callable_options.run_options, run_metadata)[0]

        return run

    def _without_feeds(self, fetches: Any, accept_options: bool) -> Callable[..., Any]:
        call: Call | None = None
        cache = self._cache

        def run() -> Any:
            nonlocal call
            if self._ended:
                raise _cancelled()
            if call is None or len(self._graph.changes) != cache.seen:
                call = self._prepare(fetches, None, None)
            cache.last = call.runner
            width = own_width()
            try:
                return (call.within(self._deadline(None)) if self._timeout else call).execute(())
            except (Exception, KeyboardInterrupt) as error:
                restore_width(width)
                error = shortened(op_error(error))
                raise error

        def run_with_options(options: Any = None, run_metadata: Any = None) -> Any:
            if options is None and run_metadata is None:
                return run()
            return self.run(fetches, None, options, run_metadata)

        return run_with_options if accept_options else run

    def _with_feeds(self, fetches: Any, feed_list: list[Any]) -> Callable[..., Any]:
        call: Call | None = None
        cache = self._cache
        count = len(feed_list)

        def run(*values: Any, **options: Any) -> Any:
            nonlocal call
            if options or len(values) != count:
                return self.run(fetches, dict(zip(feed_list, values, strict=False)), **options)
            if call is None or self._ended or len(self._graph.changes) != cache.seen:
                call = self._prepare(fetches, dict(zip(feed_list, values, strict=True)), None)
            if call.expands or self._timeout:
                return self.run(fetches, dict(zip(feed_list, values, strict=True)))
            cache.last = call.runner
            width = own_width()
            try:
                return call.execute(values)
            except (Exception, KeyboardInterrupt) as error:
                restore_width(width)
                error = shortened(op_error(error))
                raise error

        return run

    def partial_run_setup(self, fetches: Any, feeds: Any = None) -> str:
        """Begins a run in several steps, and returns its handle for partial_run().

        fetches: all that the steps will fetch, as for run().  feeds: the keys of all that they will feed.
        Raises InvalidArgumentError for a tensor that is fed twice, or fed and fetched.
        """
        return self._partial_runs.setup(fetches, feeds)

    def partial_run(self, handle: str | None, fetches: Any, feed_dict: Mapping[Any, Any] | None = None) -> Any:
        """Runs one step of a partial run: feeds some of its feeds, and returns some of its fetches.

        handle: from partial_run_setup().  fetches, feed_dict: as for run().
        After it every operation has run for which the feeds so far suffice, each once over all steps.
        """
        if handle is None:
            return self.run(fetches, feed_dict)
        return self._partial_runs.step(handle, fetches, feed_dict)

    def close(self) -> None:
        """Ends the session and frees its variables: run() raises RuntimeError from now on, runs that wait are cancelled."""
        self._end(_closed)

    def _aborted(self) -> Exception:
        return AbortedError(
            None,
            None,
            explain(
                f"Session {self._number:016x} is not found: tf.Session.reset was called on its server",
                fix="make a new session; a MonitoredSession makes one by itself",
            ),
        )

    def _end(self, error: Callable[[], Exception]) -> None:
        if not self._ended:
            self._ended = error
        self._store.cancellation.cancel()
        if self._client is not None:
            self._client.close()
        with self._store.lock:
            self._store.forget()
        with self._lock:
            self._cache.clear()
            self._partial_runs.clear()
        self._store.resources.end_left()

    def as_default(self) -> contextlib.AbstractContextManager[Any]:
        """Returns a context in which eval() and run() of tensors and operations use this session."""
        return context.sessions.get_controller(self)

    def __repr__(self) -> str:
        state = "closed" if self._ended else f"{len(self._cache)} plans"
        return f"<graphlab.Session of {self._graph!r}, {state}>"


def _admits(device_filter: DeviceSpec, task: Task) -> bool:
    """True where a device filter lets a session see the devices of a task."""
    return device_filter.job in (None, task[0]) and device_filter.task in (None, task[1])


def open_sessions() -> list["BaseSession"]:
    """All sessions of the process that are open, oldest first; another thread may make some meanwhile."""
    while True:
        try:
            found = [session for session in _live if session.is_open]
        except RuntimeError:  # one was made
            continue
        return sorted(found, key=lambda session: session.number)


def _in_cluster(config: Any) -> Any:
    """The ConfigProto of a session that names its cluster, which isolates its state unless it says that it shares it."""
    changed = ConfigProto()
    changed.CopyFrom(config)
    changed.isolate_session_state = not config.experimental.share_session_state_in_clusterspec_propagation
    return changed


def plans_of(graph: Graph) -> list[Plan]:
    """The Plans that the newest session of a graph has made, oldest first."""
    sessions = [session for session in _live if session._graph is graph and session._cache.entries]
    newest = max(sessions, key=lambda session: session._number, default=None)
    return [] if newest is None else [entry.plan for entry in newest._cache.entries]


def on_cluster(graph: Graph) -> BaseSession | None:
    """The newest open session of a graph that is on a server; None when there is none."""
    return next((one for one in reversed(open_sessions()) if one._graph is graph and one._master is not None), None)


def entries_of(graph: Graph) -> list[Entry]:
    """The Entries of the plan caches of all sessions that run `graph`, the one that was made last first."""
    entries = [entry for session in list(_live) if session._graph is graph for entry in session._cache.entries]
    return sorted(entries, key=lambda entry: entry.number, reverse=True)


def reset(target: bytes | None, containers: Collection[str] | None = None) -> None:
    """Clears resource containers, all of them when None, and closes the sessions of a target."""
    master = find_master(target)
    if master is not None:
        master.reset(containers)
    for session in list(_live):
        if (session._target or b"") == (target or b""):
            session._store.resources.clear(containers)
            session._end(_cancelled if master is None else session._aborted)


def _closed() -> Exception:
    return RuntimeError(
        explain(
            "Attempted to use a closed Session.", fix="run inside of its `with` block, or make a new one: tf.Session()"
        )
    )


def _cancelled() -> Exception:
    return CancelledError(None, None, "Session has been closed.")


def _forked() -> Exception:
    message = "This process was forked from one that had a session, and has none of the threads that run graphs"
    fix = 'start it anew, with multiprocessing.get_context("spawn"), or fork before the first session is made'
    return FailedPreconditionError(None, None, explain(message, fix=fix))


def _after_fork() -> None:
    """In a forked process: sessions refuse to run, where XLA would wait for its threads for ever."""
    if _Process.forked or not next(_numbers):
        return
    _Process.forked = True
    for session in list(_live):
        session._ended = session._ended or _forked


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def _other_session(fetches: Any) -> str:
    """What to do about a run of a graph that is empty: most often the fetches are in another."""
    said = "where they are in another graph, tf.Session(graph=graph) runs that"
    first = fetches[0] if isinstance(fetches, (list, tuple)) and fetches else fetches
    graph = getattr(first, "graph", None)
    return Fix(said, Edit("session", operand=graph)) if isinstance(graph, Graph) else said


def _bad_feed_dict(feed_dict: object) -> TypeError:
    name = type(feed_dict).__name__
    return TypeError(
        explain(f"feed_dict: input must be a dictionary, got {name}", fix="feed_dict={placeholder: value}")
    )
