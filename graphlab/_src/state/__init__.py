"""State that lives between runs: variables, queues, tables, and their operations.

What tf.Variable(…) makes comes with the first of them.
"""

from graphlab._src.state import variable_creators as variable_creators
