"""Scaffold: the operations that a training program needs around its model, found or made."""

from graphlab._src.base import logging
from graphlab._src.graph import GraphKeys, get_default_graph
from graphlab._src.graph.scopes import add_to_collection, get_collection
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.joining import concat
from graphlab._src.state.initialization import (
    global_variables,
    global_variables_initializer,
    local_variables_initializer,
    report_uninitialized_variables,
)
from graphlab._src.state.lookup.static import tables_initializer
from graphlab._src.state.resources import (
    initialize_resources,
    local_resources,
    report_uninitialized_resources,
    shared_resources,
)
from graphlab._src.summary.merge import merge_all
from graphlab._src.train.saving.saver import Saver


def _initialize():
    return group(global_variables_initializer(), initialize_resources(shared_resources()))


def _report():
    return concat([report_uninitialized_variables(), report_uninitialized_resources()], 0)


def _report_global():
    variables = report_uninitialized_variables(global_variables())
    return concat([variables, report_uninitialized_resources(shared_resources())], 0)


def saver_of_graph():
    """The Saver in the graph's collection, made where there is none. RuntimeError where there are several."""
    found = get_collection(GraphKeys.SAVERS)
    if len(found) > 1:
        raise RuntimeError(
            f"More than one item in collection {GraphKeys.SAVERS}. Please indicate which one to use by passing it to the "
            "constructor."
        )
    if found:
        return found[0]
    saver = Saver(sharded=True, allow_empty=True)
    add_to_collection(GraphKeys.SAVERS, saver)
    return saver


class Scaffold:
    """The operations around a model. What is left out comes from the graph's collections, or is made by finalize().

    init_op, with init_feed_dict, and init_fn(scaffold, session): initialize the model.  ready_op: the names of what
    has no value yet.  local_init_op: run in every new session, once ready_for_local_init_op names nothing.
    summary_op: all summaries.  saver: a Saver.  copy_from_scaffold: another Scaffold, for what is left out.
    """

    def __init__(
        self,
        init_op=None,
        init_feed_dict=None,
        init_fn=None,
        ready_op=None,
        ready_for_local_init_op=None,
        local_init_op=None,
        summary_op=None,
        saver=None,
        copy_from_scaffold=None,
    ):
        self._parts = {
            "init_op": init_op,
            "init_feed_dict": init_feed_dict,
            "user_init_fn": init_fn,
            "ready_op": ready_op,
            "ready_for_local_init_op": ready_for_local_init_op,
            "local_init_op": local_init_op,
            "summary_op": summary_op,
            "saver": saver,
        }
        if copy_from_scaffold is not None:
            if not isinstance(copy_from_scaffold, Scaffold):
                raise TypeError("copy_from_scaffold is not a Scaffold instance.")
            for key, value in copy_from_scaffold._parts.items():
                if self._parts[key] is None:
                    self._parts[key] = value

    def finalize(self):
        """Finds or makes what is missing, and finalizes the graph; returns the Scaffold."""
        defaults = {
            "init_op": (GraphKeys.INIT_OP, _initialize),
            "ready_op": (GraphKeys.READY_OP, _report),
            "ready_for_local_init_op": (GraphKeys.READY_FOR_LOCAL_INIT_OP, _report_global),
            "local_init_op": (GraphKeys.LOCAL_INIT_OP, Scaffold.default_local_init_op),
            "summary_op": (GraphKeys.SUMMARY_OP, merge_all),
        }
        for name, (key, make) in defaults.items():
            if self._parts[name] is None:
                self._parts[name] = Scaffold.get_or_default(name, key, make)
        if self._parts["saver"] is None:
            self._parts["saver"] = saver_of_graph()
        self._parts["saver"].build()
        get_default_graph().finalize()
        logging.info("Graph was finalized.")
        return self

    @property
    def init_fn(self):
        """The function of a session that initializes the model, or None."""
        given = self._parts["user_init_fn"]
        return given and (lambda session: given(self, session))

    @property
    def init_op(self):
        """Initializes the model."""
        return self._parts["init_op"]

    @property
    def ready_op(self):
        """Returns the names of what has no value yet."""
        return self._parts["ready_op"]

    @property
    def ready_for_local_init_op(self):
        """Returns the names of what local_init_op waits for."""
        return self._parts["ready_for_local_init_op"]

    @property
    def local_init_op(self):
        """Initializes what each session has for itself."""
        return self._parts["local_init_op"]

    @property
    def summary_op(self):
        """All summaries in one, or None."""
        return self._parts["summary_op"]

    @property
    def saver(self):
        """The Saver."""
        return self._parts["saver"]

    @property
    def init_feed_dict(self):
        """What init_op is fed."""
        return self._parts["init_feed_dict"]

    @staticmethod
    def get_or_default(arg_name, collection_key, default_constructor):
        """The one item of a collection; what default_constructor makes, put into it, when it is empty."""
        found = get_collection(collection_key)
        if len(found) > 1:
            raise RuntimeError(
                f'More than one item in the collection "{collection_key}". Please indicate which one to use by passing it '
                f"to the tf.Scaffold constructor as:  tf.Scaffold({arg_name}=item to use)"
            )
        if found:
            return found[0]
        op = default_constructor()
        if op is not None:
            add_to_collection(collection_key, op)
        return op

    @staticmethod
    def default_local_init_op():
        """An operation that initializes local variables, tables and local resources."""
        return group(local_variables_initializer(), tables_initializer(), initialize_resources(local_resources()))
