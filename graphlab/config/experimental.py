"""tf.config.experimental: the devices of this machine, which of them sessions see that are given no ConfigProto, and TF32."""

from graphlab._src.session.tf_config.devices import (
    VirtualDeviceConfiguration,
    get_device_policy,
    get_memory_growth,
    get_synchronous_execution,
    get_virtual_device_configuration,
    get_visible_devices,
    list_logical_devices,
    list_physical_devices,
    set_device_policy,
    set_memory_growth,
    set_synchronous_execution,
    set_virtual_device_configuration,
    set_visible_devices,
)
from graphlab._src.session.tf_config.precision import (
    enable_tensor_float_32_execution,
    tensor_float_32_execution_enabled,
)

__all__ = [
    "VirtualDeviceConfiguration",
    "enable_tensor_float_32_execution",
    "get_device_policy",
    "get_memory_growth",
    "get_synchronous_execution",
    "get_virtual_device_configuration",
    "get_visible_devices",
    "list_logical_devices",
    "list_physical_devices",
    "set_device_policy",
    "set_memory_growth",
    "set_synchronous_execution",
    "set_virtual_device_configuration",
    "set_visible_devices",
    "tensor_float_32_execution_enabled",
]
