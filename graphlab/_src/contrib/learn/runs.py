"""run_n, run_feeds and infer: what a graph's outputs are for several feeds, in a session of their own."""

import itertools

from graphlab._src.session.session import Session
from graphlab._src.state.initialization import global_variables_initializer, local_variables_initializer
from graphlab._src.state.lookup.static import tables_initializer
from graphlab._src.train.coordinator import Coordinator
from graphlab._src.train.queue_runner import start_queue_runners
from graphlab._src.train.saving.saver import Saver


def run_feeds_iter(output_dict, feed_dicts, restore_checkpoint_path=None):
    """Yields {name: value} for each feed.

    output_dict: {name: tensor}.  feed_dicts: an iterator of dicts or None.  restore_checkpoint_path: where variables are
    restored from; they are initialized when left out.  Raises ValueError for no outputs or no feeds.
    """
    if not output_dict:
        raise ValueError(f"output_dict is invalid: {output_dict}.")
    if not feed_dicts:
        raise ValueError(f"feed_dicts is invalid: {feed_dicts}.")
    graph = next(iter(output_dict.values())).graph
    with graph.as_default(), Session(graph=graph) as session:
        if restore_checkpoint_path:
            Saver().restore(session, restore_checkpoint_path)
        else:
            session.run(global_variables_initializer())
        session.run(local_variables_initializer())
        session.run(tables_initializer())
        coordinator = Coordinator()
        threads = start_queue_runners(session, coord=coordinator) if _fills_queues(graph) else []
        try:
            for feed_dict in feed_dicts:
                yield session.run(output_dict, feed_dict)
        finally:
            coordinator.request_stop()
            coordinator.join(threads, stop_grace_period_secs=120)


def _fills_queues(graph):
    return bool(graph.get_collection("queue_runners"))


def run_feeds(*args, **kwargs):
    """A list of what run_feeds_iter yields."""
    return list(run_feeds_iter(*args, **kwargs))


def run_n(output_dict, feed_dict=None, restore_checkpoint_path=None, n=1):
    """A list of {name: value} of n runs with one feed; see run_feeds_iter."""
    return run_feeds(output_dict, itertools.repeat(feed_dict, n), restore_checkpoint_path)


def infer(restore_checkpoint_path, output_dict, feed_dict=None):
    """{name: value} of one run, of variables from a checkpoint; see run_feeds_iter."""
    return run_feeds(output_dict, [feed_dict], restore_checkpoint_path)[0]
