"""Hooks for the training of boosted trees: when it ends, what it feeds, and what it writes down."""

import os

from graphlab._src.base import logging
from graphlab._src.graph import get_default_graph
from graphlab._src.ops.control_flow import no_op
from graphlab._src.proto import Summary
from graphlab._src.state.assignment import assign
from graphlab._src.summary.writer import FileWriterCache
from graphlab._src.train.global_step import get_global_step
from graphlab._src.train.sessions.hook import SessionRunArgs, SessionRunHook


def _global_step(hook):
    step = get_global_step()
    if step is None:
        raise RuntimeError(f"Global step should be created to use {hook}.")
    return step


class FeatureImportanceSummarySaver(SessionRunHook):
    """Writes how often features are used and what they gain, below model_dir in a folder for each.

    The graph has them in the tensors gbdt/feature_names, gbdt/feature_usage_counts and gbdt/feature_gains.
    every_n_steps: how often.
    """

    def __init__(self, model_dir, every_n_steps=1):
        if model_dir is None:
            raise ValueError("model dir must be specified.")
        self._model_dir, self._every_n_steps = model_dir, every_n_steps
        self._last_step = None
        self._requests = {}

    def begin(self):
        """Finds the tensors."""
        self._requests = {"global_step": _global_step("FeatureImportanceSummarySaver")}
        for name in ("feature_names", "feature_usage_counts", "feature_gains"):
            self._requests[name] = get_default_graph().get_tensor_by_name(f"gbdt/{name}:0")

    def before_run(self, run_context):
        """Requests them."""
        return SessionRunArgs(self._requests)

    def after_run(self, run_context, run_values):
        """Writes them when it is time."""
        step = run_values.results["global_step"]
        names, counts, gains = (
            run_values.results[key] for key in ("feature_names", "feature_usage_counts", "feature_gains")
        )
        if self._last_step is not None and step < self._last_step + self._every_n_steps:
            return
        if not len(names) == len(counts) == len(gains):
            raise RuntimeError("Feature names and importance measures have inconsistent lengths.")
        self._last_step = step
        columns = (
            ("usage_counts", counts),
            ("usage_fraction", counts * (1 / (counts.sum() or 1))),
            ("gains", gains),
            ("gains_fraction", gains * (1 / (gains.sum() or 1))),
        )
        for i, name in enumerate(names):
            writer = FileWriterCache.get(os.path.join(self._model_dir, name.decode()))
            for tag, values in columns:
                value = Summary.Value(tag=f"feature_importance/{tag}", simple_value=float(values[i]))
                writer.add_summary(Summary(value=[value]), step)


class FeedFnHook(SessionRunHook):
    """Feeds what feed_fn is: a feed_dict."""

    def __init__(self, feed_fn):
        self.feed_fn = feed_fn

    def before_run(self, run_context):
        """Requests nothing, and feeds."""
        return SessionRunArgs(fetches=None, feed_dict=self.feed_fn)


class StopAfterNTrees(SessionRunHook):
    """Ends training when there are n trees, or more than twice as many were tried.

    num_attempted_trees_tensor, num_finalized_trees_tensor: how many were tried, and are finished.
    override_global_step_value: what the global step then becomes; None leaves it.
    """

    def __init__(self, n, num_attempted_trees_tensor, num_finalized_trees_tensor, override_global_step_value=None):
        self._num_trees, self._step_at_end = n, override_global_step_value
        self._counts = num_finalized_trees_tensor, num_attempted_trees_tensor
        self._override = None

    def begin(self):
        """Adds the operation that changes the global step."""
        step = _global_step("StopAfterNTrees")
        if self._step_at_end is not None:
            self._override = assign(step, self._step_at_end)

    def before_run(self, run_context):
        """Requests the numbers of trees."""
        return SessionRunArgs(self._counts)

    def after_run(self, run_context, run_values):
        """Ends training."""
        finalized, attempted = run_values.results
        if finalized >= self._num_trees or attempted > 2 * self._num_trees:
            logging.info("Requesting stop since we have reached %d trees.", finalized)
            if self._override is not None:
                logging.info("Overriding global steps value.")
                run_context.session.run(self._override)
            run_context.request_stop()


class SwitchTrainOp(SessionRunHook):
    """Trains by one operation for so many steps, then by another."""

    def __init__(self, first_train_op, train_steps, second_train_op):
        self._first_train_op, self._train_steps, self._second_train_op = first_train_op, train_steps, second_train_op
        self._step = self._train_op = None

    def begin(self):
        """Finds the global step; the first run does not train."""
        self._step, self._train_op = _global_step("SwitchTrainOp"), no_op()

    def before_run(self, run_context):
        """Requests a step of training."""
        return SessionRunArgs({"global_step": self._step, "train_op": self._train_op})

    def after_run(self, run_context, run_values):
        """Chooses the operation of the next run."""
        first = run_values.results["global_step"] < self._train_steps
        self._train_op = self._first_train_op if first else self._second_train_op
