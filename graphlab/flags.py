"""tf.flags, also tf.app.flags: command-line flags, which are absl's.

    tf.flags.DEFINE_float("learning_rate", 0.01, "step size")
    FLAGS = tf.flags.FLAGS
    print(FLAGS.learning_rate)

Reading a flag parses the command line the first time. In a notebook there is none, so every flag has its default, and
running a cell again defines its flags anew.
"""

from graphlab._src.base.flags import (
    FLAGS,
    DEFINE_bool,
    DEFINE_boolean,
    DEFINE_float,
    DEFINE_integer,
    DEFINE_string,
    command_line,
)
from graphlab._src.base.flags import (
    __dir__ as __dir__,
)
from graphlab._src.base.flags import (
    __getattr__ as __getattr__,
)

__all__ = [
    "DEFINE_bool",
    "DEFINE_boolean",
    "DEFINE_float",
    "DEFINE_integer",
    "DEFINE_string",
    "FLAGS",
    "command_line",
]
