"""tensorflow.core.protobuf.config_pb2: the messages of a session's configuration, RPCOptions among them as in TensorFlow 1."""

from tensorboard.compat.proto import config_pb2, rpc_options_pb2

globals().update({name: value for name, value in vars(config_pb2).items() if not name.startswith("__")})
RPCOptions = rpc_options_pb2.RPCOptions  # pyright: ignore[reportAttributeAccessIssue]
