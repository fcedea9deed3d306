"""tf.saved_model.main_op: operations that a SavedModel runs when it is loaded."""

from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.control_flow import group
from graphlab._src.state.initialization import global_variables_initializer, local_variables_initializer
from graphlab._src.state.lookup.static import tables_initializer


def main_op():
    """An operation that initializes all variables and tables."""
    return group(global_variables_initializer(), local_variables_initializer(), tables_initializer())


def main_op_with_restore(restore_op_name):
    """An operation that initializes all variables and tables, and then runs another, which restores them."""
    with control_dependencies([main_op()]):
        return group(restore_op_name)
