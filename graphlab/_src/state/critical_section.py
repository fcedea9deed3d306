"""CriticalSection: parts of a graph of which one is executed at a time, in one run and in several."""

import contextlib
from typing import Any, NamedTuple

from graphlab._src.graph import Operation, control_flow_context, convert_to_tensor, get_default_graph, name_scope, nest
from graphlab._src.graph.scopes import add_to_collections, control_dependencies, get_collection, init_scope
from graphlab._src.ops.control_flow import group, tuple_
from graphlab._src.ops.identity import identity
from graphlab._src.ops.tensor_array import TensorArray
from graphlab._src.state.critical_section_ops import consume_mutex_lock, mutex, mutex_lock

CRITICAL_SECTIONS = "critical_sections"
CRITICAL_SECTION_EXECUTIONS = "critical_section_executions"


class _Execution(NamedTuple):
    """What an execution uses."""

    op: Any
    handle: Any
    resources: list[Any]
    exclusive_resource_access: bool


class CriticalSection:
    """Executes functions of a graph one after the other, in one run and in runs of several threads.

    section = tf.CriticalSection()
    count = section.execute(lambda: v.assign_add(1.0).read_value())

    name, shared_name: sections of one shared_name in a session are one; the name, when that is left out.
    """

    def __init__(self, name=None, shared_name=None, critical_section_def=None, import_scope=None):
        if critical_section_def and name is not None:
            raise ValueError("critical_section_def and shared_name are mutually exclusive.")
        if critical_section_def:
            raise NotImplementedError("Not yet implemented: make the CriticalSection by its shared_name")
        with name_scope(name, "CriticalSection", []) as scope, init_scope():
            self._handle = mutex(shared_name=scope if shared_name is None else shared_name, name=scope)
        add_to_collections(CRITICAL_SECTIONS, self)

    @property
    def name(self):
        """The name of its operation."""
        return self._handle.op.name

    def execute(self, fn, exclusive_resource_access=True, name=None):
        """What fn() returns, of which no other execution of this section runs at the same time.

        fn: returns a tensor or a structure of them, at least one.
        exclusive_resource_access: no other CriticalSection may use the resources that fn uses.
        Raises ValueError when another one does, or fn executes something in this section.
        """
        with name_scope(name, "critical_section_execute", []):
            lock = mutex_lock(self._handle)
            graph = get_default_graph()
            start = len(graph.operations)
            with control_dependencies([lock]):
                results = nest.map_structure(_as_result, fn())
            created = graph.operations[start:]
            _wait_for_arguments(lock.op, created)
            resources = dict.fromkeys(
                control_flow_context.entered_tensor(tensor)
                for op in created
                for tensor in op.inputs
                if tensor.dtype.name == "resource"
            )
            if any(map(self._is_self, resources)):
                raise ValueError(
                    "The function fn attempts to directly access the CriticalSection in which it would be running.  This is "
                    "illegal and would cause deadlocks."
                )
            self._check_shared(resources, exclusive_resource_access)
            with (
                control_dependencies([_copy(one) for one in nest.flatten(results)]),
                graph.colocate_with(self._handle) if graph is self._handle.graph else contextlib.nullcontext(),
            ):
                consumed = consume_mutex_lock(lock)
            results = nest.pack_sequence_as(results, tuple_(nest.flatten(results)))
            with control_dependencies([consumed]):
                outputs = nest.map_structure(_copy, results)
            used = _Execution(lock.op, self._handle, list(resources), exclusive_resource_access)
            add_to_collections(CRITICAL_SECTION_EXECUTIONS, used)
            return outputs

    def _is_self(self, tensor):
        own = self._handle.op
        return tensor.op.type == own.type and tensor.op.attrs["shared_name"] == own.attrs["shared_name"]

    def _check_shared(self, resources, exclusive):
        for other in get_collection(CRITICAL_SECTION_EXECUTIONS):
            if self._is_self(other.handle) or not (exclusive or other.exclusive_resource_access):
                continue
            shared = [tensor for tensor in other.resources if tensor in resources]
            if shared:
                raise ValueError(
                    f"This execution would access resources: {shared}.  Either this lock (CriticalSection: {self._handle}) or "
                    f"lock '{other}' (CriticalSection: {other.handle}) requested exclusive resource access of this resource.  "
                    "Did you mean to call execute with keyword argument exclusive_resource_access=False?"
                )


def _as_result(value):
    return value if isinstance(value, (Operation, TensorArray)) else convert_to_tensor(value)


def _copy(result):
    """What waits for the control inputs and is the result; of an operation one that waits for it."""
    if isinstance(result, Operation):
        return group(result)
    return result.identity() if isinstance(result, TensorArray) else identity(result)


def _wait_for_arguments(lock, created):
    """The lock is acquired once all is there that the function uses, so that nothing waits while it is held."""
    inside = {lock, *created}
    before = dict.fromkeys(tensor.op for op in created for tensor in op.inputs)
    before.update(dict.fromkeys(control for op in created for control in op.control_inputs))
    known = {*inside, *lock.control_inputs, *(tensor.op for tensor in lock.inputs)}
    waits = [op for op in before if op not in known]
    if waits:
        with get_default_graph().control_dependencies(None):
            lock.add_control_input(group(*waits))
