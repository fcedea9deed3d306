"""The ConfigProto of sessions that are given none; `tf.config` changes it."""

from graphlab.proto import ConfigProto

config = ConfigProto()


def copy():
    """A ConfigProto for a session to keep."""
    kept = ConfigProto()
    kept.CopyFrom(config)
    return kept
