"""OneDeviceStrategy: one replica, on one device."""

from typing import Any

from graphlab._src.distribute.strategy import Strategy, StrategyExtended
from graphlab._src.distribute.values import canonical
from graphlab._src.graph.scopes import colocate_with, device


class OneDeviceStrategy(Strategy):
    """One replica, whose variables and operations are on one device.

    device: its name, such as "/gpu:0".
    """

    def __init__(self, device: str):
        super().__init__(OneDeviceExtended(self, device))


class OneDeviceExtended(StrategyExtended):
    """The StrategyExtended of a OneDeviceStrategy."""

    def __init__(self, container_strategy: Any, device: str):
        super().__init__(container_strategy)
        self._device = canonical(device)

    @property
    def worker_devices(self) -> tuple[str, ...]:
        """The device."""
        return (self._device,)

    def _create_variable(self, next_creator: Any, arguments: Any) -> Any:
        with colocate_with(None, ignore_existing=True), device(self._device):
            variable = next_creator(**arguments)
        variable.distribute_strategy = self._strategy()
        return variable
