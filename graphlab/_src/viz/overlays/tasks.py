"""Tasks of a cluster: which task runs each operation, and what tasks send each other."""

from graphlab._src.session import base_session
from graphlab._src.session.tasks.parts import is_copied
from graphlab._src.viz.overlays.registry import NothingToShowError, overlay


@overlay(
    "task",
    title="Task",
    about="The task of the cluster that runs each operation; on edges between tasks, the bytes that the last run sent.",
    kind="categories",
    sums="majority",
)
def tasks(context):
    """{operation: "worker 0"}, from a session on a server; edges between tasks, from the plan of a run."""
    session = context.session or base_session.on_cluster(context.graph)
    operations = context.graph.get_operations()
    places = {} if session is None else {op: session.task_of(op) for op in operations}
    if session is None or None in places.values():
        raise NothingToShowError(
            "No session of this graph is on a server. Make one: tf.Session(server.target), or "
            'tf.Session(gl.cluster({"ps": 1, "worker": 2}).target("worker")).'
        )
    plan = _plan(context, session)
    sent = {}
    if plan is not None:
        found, sent = session.task_run_of(plan)
        places.update(found)
        context.source = f"a run of {', '.join(op.name for op in _ends(plan)[:3])}"
        operations = plan.operations
    absent = session.absent_tasks()
    tasks = {task for task in places.values() if task is not None}
    names = {task: f"{task[0]} {task[1]}{', not there' if task in absent else ''}" for task in tasks}
    context.tones = {names[task]: "bad" for task in absent if task in names}
    context.edges = {
        (tensor, op): sent.get(tensor)
        for op in operations
        for tensor in op.inputs
        if (tensor in sent if sent else not is_copied(tensor.op)) and places[tensor.op] != places[op]
    }
    return {op: names[task] for op, task in places.items()}


def _plan(context, session):
    """The Plan of the context's run, or the largest that the session has made; None when there is none."""
    if context.session is not None and context.fetches is not None:
        return session.plan(context.fetches, context.feed_dict or ())
    return max(
        (entry.plan for entry in session.plan_cache.entries), key=lambda plan: len(plan.operations), default=None
    )


def _ends(plan):
    return [getattr(fetch, "op", fetch) for fetch in plan.fetches]
