"""Resources of a graph other than variables, collected with the operations that create them."""

import collections

from graphlab._src.base import dtypes
from graphlab._src.graph import GraphKeys, constant, name_scope
from graphlab._src.graph.scopes import add_to_collection, device, get_collection
from graphlab._src.ops.control_flow import group, no_op
from graphlab._src.ops.indexing import boolean_mask
from graphlab._src.ops.joining import stack
from graphlab._src.ops.logical import logical_not

Resource = collections.namedtuple("Resource", ["handle", "create", "is_initialized"])


def register_resource(handle, create_op, is_initialized_op, is_shared=True):
    """Puts a resource into the collection of those that workers share, or of those that each has for itself."""
    key = GraphKeys.RESOURCES if is_shared else GraphKeys.LOCAL_RESOURCES
    add_to_collection(key, Resource(handle, create_op, is_initialized_op))


def shared_resources():
    """The resources that workers share."""
    return get_collection(GraphKeys.RESOURCES)


def local_resources():
    """The resources that each worker has for itself."""
    return get_collection(GraphKeys.LOCAL_RESOURCES)


def initialize_resources(resource_list, name="init"):
    """An operation that makes the resources."""
    return group(*[resource.create for resource in resource_list], name=name) if resource_list else no_op(name=name)


def report_uninitialized_resources(resource_list=None, name="report_uninitialized_resources"):
    """The names of the resources that are not made yet: string[missing]."""
    resources = shared_resources() + local_resources() if resource_list is None else resource_list
    with name_scope(name), device("/cpu:0"):
        if not resources:
            return constant([], dtypes.string)
        missing = logical_not(stack([resource.is_initialized for resource in resources]))
        return boolean_mask(constant([resource.handle.name for resource in resources]), missing)
