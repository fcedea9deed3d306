"""TPUClusterResolver: the address of a TPU, by its name in Google's cloud, or as it is given."""

import os
import urllib.request
from typing import Any

from graphlab._src.base.text import as_bytes, as_text
from graphlab._src.cluster.cluster_spec import ClusterSpec
from graphlab._src.distribute.cluster_resolver import ClusterResolver, target
from graphlab._src.distribute.managed_resolvers import google_service

_METADATA = "http://metadata.google.internal/computeMetadata/v1"


class TPUClusterResolver(ClusterResolver):
    """The machines of a TPU.

    tpu: its name, or an address, which begins with "grpc://"; "" or "local": this machine; what KUBE_GOOGLE_CLOUD_TPU_ENDPOINTS
    or TPU_NAME says when left out.  service: the API's object, as googleapiclient.discovery.build("tpu", "v1") makes it.
    Raises ValueError without a name, ImportError where a name is to be looked up without Google's packages.
    """

    def __init__(
        self,
        tpu: Any = None,
        zone: str | None = None,
        project: str | None = None,
        job_name: str = "worker",
        coordinator_name: str | None = None,
        coordinator_address: str | None = None,
        credentials: Any = "default",
        service: Any = None,
        discovery_url: str | None = None,
    ):
        if isinstance(tpu, list):
            if not tpu:
                raise ValueError("At least one TPU must be specified.")
            if len(tpu) != 1:
                raise NotImplementedError("Using multiple TPUs in a single session is not yet implemented")
            tpu = tpu[0]
        if tpu is None:
            tpu = os.environ.get("KUBE_GOOGLE_CLOUD_TPU_ENDPOINTS", os.environ.get("TPU_NAME"))
        if tpu is None:
            raise ValueError("Please provide a TPU Name to connect to.")
        name = as_text(tpu)
        here = name in ("", "local") or name.startswith(("localhost:", "/bns", "uptc://"))
        self.environment, self.rpc_layer = ("google", None) if here else ("", "grpc")
        self._looks_up = not here and not name.startswith("grpc://")
        self._name = name.removeprefix("grpc://")
        self._tpu = as_bytes(self._name)
        self.task_type, self.task_id = job_name, 0
        if self._looks_up:
            url = os.environ.get("TPU_API_DISCOVERY_URL") or discovery_url
            self._service = service if service is not None else google_service("tpu", credentials, url)
            project = project or as_text(self._request_compute_metadata("project/project-id"))
            zone = zone or as_text(self._request_compute_metadata("instance/zone")).split("/")[-1]
        self._node = f"projects/{project}/locations/{zone}/nodes/{self._name}"
        self._coordinator = {coordinator_name: [coordinator_address]} if coordinator_address else {}

    @staticmethod
    def _request_compute_metadata(path: str) -> bytes:
        request = urllib.request.Request(f"{_METADATA}/{path}", headers={"Metadata-Flavor": "Google"})
        with urllib.request.urlopen(request) as response:
            return response.read()

    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        """The target of sessions on the TPU's first machine, or on another one that is named."""
        if self._looks_up:
            job = self.task_type if task_type is None or task_id is None else task_type
            number = self.task_id if task_type is None or task_id is None else task_id
            address = self.cluster_spec().task_address(job, number)
        else:
            address = self._name.split(",")[0]
        return target(address, rpc_layer or self.rpc_layer)

    def get_master(self) -> str:
        """The older name of master."""
        return self.master()

    def get_job_name(self) -> str | None:
        """The TPU's job; None for this machine and for an address."""
        return self.task_type if self._looks_up else None

    def cluster_spec(self) -> Any:
        """The ClusterSpec; None for this machine. Raises RuntimeError when the TPU is not ready, ValueError without one."""
        if self.rpc_layer is None:
            return None
        if not self._looks_up:
            found = [address.removeprefix("grpc://") for address in self._name.split(",")]
        else:
            about = self._about()
            if about.get("state", "READY") != "READY":
                raise RuntimeError(f'TPU "{self._name}" is not yet ready; state: "{about["state"]}"')
            points = about.get("networkEndpoints", [about])
            found = [f"{point['ipAddress']}:{point['port']}" for point in points]
        return ClusterSpec({self.task_type: found, **self._coordinator})

    def _about(self) -> dict[str, Any]:
        try:
            return self._service.projects().locations().nodes().get(name=self._node).execute()
        except Exception as error:
            raise ValueError(
                f"Could not lookup TPU metadata from name '{self._name}'. Please doublecheck the tpu argument in the "
                f"TPUClusterResolver constructor. Exception: {error}"
            ) from error

    def num_accelerators(
        self, task_type: str | None = None, task_id: int | None = None, config_proto: Any = None
    ) -> dict[str, int]:
        """{"TPU": how many this machine has}."""
        return {"TPU": super().num_accelerators(task_type, task_id, config_proto).get("TPU", 0)}

    def __deepcopy__(self, memo: Any) -> "TPUClusterResolver":
        return self
