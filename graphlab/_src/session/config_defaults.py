"""The ConfigProto of sessions that are given none; `tf.config` changes it."""

from typing import Any

from graphlab._src.proto import ConfigProto

config = ConfigProto()


def copy() -> Any:
    """A ConfigProto for a session to keep."""
    message = ConfigProto()
    message.CopyFrom(config)
    return message


def get_soft_device_placement() -> bool:
    """True when operations that request a device that is not there run on another."""
    return config.allow_soft_placement


def set_soft_device_placement(enabled: bool) -> None:
    """Whether operations that request a device that is not there run on another, in sessions made from now on."""
    config.allow_soft_placement = enabled


def get_log_device_placement() -> bool:
    """True when sessions that are given no ConfigProto say on which device each operation runs."""
    return config.log_device_placement


def set_log_device_placement(enabled: bool) -> None:
    """Whether sessions made from now on, without a ConfigProto, say on which device each operation runs."""
    config.log_device_placement = enabled
