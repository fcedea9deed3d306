"""arg_scope, and variables by scope and name."""
