"""ClusterResolvers that read the tasks from what manages the machines: Google's cloud, Kubernetes, Slurm."""

import importlib
import os
import subprocess
from typing import Any

from graphlab._src.cluster.cluster_spec import ClusterSpec
from graphlab._src.distribute.cluster_resolver import ClusterResolver, target


class _NamedTasks(ClusterResolver):
    """One whose master is the address of a task that is named, or that this process is; "" where neither is known."""

    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        """The target of sessions on a task, this one when left out; "" where that is not known."""
        job = self.task_type if task_type is None else task_type
        number = self.task_id if task_id is None else task_id
        if job is None or number is None:
            return ""
        return target(self.cluster_spec().task_address(job, number), rpc_layer or self.rpc_layer)


class GCEClusterResolver(_NamedTasks):
    """The running machines of an instance group of Google Compute Engine, sorted by address.

    service: the API's object, as googleapiclient.discovery.build("compute", "v1") makes it; it does so by itself when left
    out.  Raises ImportError where the package google-api-python-client is missing.
    """

    def __init__(
        self,
        project: str,
        zone: str,
        instance_group: str,
        port: int,
        task_type: str = "worker",
        task_id: int = 0,
        rpc_layer: str | None = "grpc",
        credentials: Any = "default",
        service: Any = None,
    ):
        self._place = {"project": project, "zone": zone}
        self._group, self._port, self._job = instance_group, port, task_type
        self.task_id, self.rpc_layer = task_id, rpc_layer
        self._service = service if service is not None else google_service("compute", credentials)

    @property
    def task_type(self) -> str | None:
        """The job of the group's machines, which stays."""
        return self._job

    @task_type.setter
    def task_type(self, task_type: str | None) -> None:
        raise RuntimeError("You cannot reset the task_type of the GCEClusterResolver after it has been created.")

    def cluster_spec(self) -> ClusterSpec:
        """The ClusterSpec of the machines that run now."""
        groups, instances = self._service.instanceGroups(), self._service.instances()
        request = groups.listInstances(
            **self._place, instanceGroups=self._group, body={"instanceState": "RUNNING"}, orderBy="name"
        )
        found = []
        while request is not None:
            response = request.execute()
            for item in response["items"]:
                details = instances.get(**self._place, instance=item["instance"].split("/")[-1])
                if details is not None:
                    address = details.execute()["networkInterfaces"][0]["networkIP"]
                    found.append(f"{address}:{self._port}")
            request = groups.listInstances_next(previous_request=request, previous_response=response)
        return ClusterSpec({self._job: sorted(found)})


class KubernetesClusterResolver(_NamedTasks):
    """The pods with given labels.

    job_to_label_mapping: {job: [label selector]}.  override_client: a kubernetes.client.CoreV1Api.
    Raises ImportError where the package kubernetes is missing.
    """

    def __init__(
        self,
        job_to_label_mapping: dict[str, list[str]] | None = None,
        tf_server_port: int = 8470,
        rpc_layer: str | None = "grpc",
        override_client: Any = None,
    ):
        self._labels = job_to_label_mapping or {"worker": ["job-name=tensorflow"]}
        self._port, self.rpc_layer = tf_server_port, rpc_layer
        self._client = override_client or self._own_client()

    @staticmethod
    def _own_client() -> Any:
        try:
            config, client = importlib.import_module("kubernetes.config"), importlib.import_module("kubernetes.client")
        except ImportError:
            raise ImportError(
                "The Kubernetes Python client must be installed before using the Kubernetes Cluster Resolver. To install "
                "the Kubernetes Python client, run `pip install kubernetes` on your command line."
            ) from None
        config.load_kube_config()
        return client.CoreV1Api()

    def cluster_spec(self) -> ClusterSpec:
        """The ClusterSpec of the pods there are now. Raises RuntimeError when one of them is not running."""
        found: dict[str, list[str]] = {}
        for job, selectors in self._labels.items():
            found[job] = []
            for selector in selectors:
                pods = self._client.list_pod_for_all_namespaces(label_selector=selector).items
                for pod in sorted(pods, key=lambda pod: pod.metadata.name):
                    if pod.status.phase != "Running":
                        raise RuntimeError(f'Pod "{pod.metadata.name}" is not running; phase: "{pod.status.phase}"')
                    found[job].append(f"{pod.status.host_ip}:{self._port}")
        return ClusterSpec(found)


class SlurmClusterResolver(_NamedTasks):
    """The tasks that Slurm started, or mpirun: its variables say how many, and `scontrol` on which machines.

    jobs: {job: how many tasks}.  port_base: the port of a machine's first task.  gpus_per_node, gpus_per_task: of them each
    task sees its own, unless auto_set_gpu is False.  tasks_per_node: what Slurm says when left out.
    """

    def __init__(
        self,
        jobs: dict[str, int],
        port_base: int = 8888,
        gpus_per_node: int = 1,
        gpus_per_task: int = 1,
        tasks_per_node: int | None = None,
        auto_set_gpu: bool = True,
        rpc_layer: str | None = "grpc",
    ):
        rank, count = ("SLURM_PROCID", "SLURM_NTASKS")
        if "OMPI_COMM_WORLD_RANK" in os.environ:
            rank, count = "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"
        self._rank = int(os.environ[rank])
        if tasks_per_node is None and "SLURM_NTASKS_PER_NODE" not in os.environ:
            raise RuntimeError("Neither `tasks_per_node` or SLURM_NTASKS_PER_NODE is set.")
        self._tasks = int(os.environ["SLURM_NTASKS_PER_NODE"]) if tasks_per_node is None else tasks_per_node
        if self._tasks * gpus_per_task > gpus_per_node:
            raise RuntimeError("Requested more GPUs per node then available.")
        if sum(jobs.values()) != int(os.environ[count]):
            raise RuntimeError("Requested more tasks then assigned tasks.")
        self._jobs, self._port, self.rpc_layer = dict(sorted(jobs.items())), port_base, rpc_layer
        self._node_gpus, self._task_gpus, self._sets_gpu = gpus_per_node, gpus_per_task, auto_set_gpu

    def _resolve_hostnames(self) -> list[str]:
        return subprocess.check_output(["scontrol", "show", "hostname"], text=True).split()

    def cluster_spec(self) -> ClusterSpec:
        """The ClusterSpec; sets this process's task_type and task_id, and which GPUs it sees."""
        tasks = []  # (address, the numbers of its GPUs)
        for host in self._resolve_hostnames():
            first = range(0, self._node_gpus, self._task_gpus)
            for offset, gpu in zip(range(self._tasks), first, strict=False):
                gpus = ",".join(str(number) for number in range(gpu, gpu + self._task_gpus))
                tasks.append((f"{host}:{self._port + offset}", gpus))
        found, start = {}, 0
        for job, count in self._jobs.items():
            found[job] = [address for address, _ in tasks[start : start + count]]
            if start <= self._rank < start + count:
                self.task_type, self.task_id = job, self._rank - start
            start += count
        if self._sets_gpu:
            os.environ["CUDA_VISIBLE_DEVICES"] = tasks[self._rank][1]
        return ClusterSpec(found)

    def get_task_info(self) -> tuple[str | None, int | None]:
        """(job, number) of this process, once cluster_spec was called."""
        return self.task_type, self.task_id

    def num_accelerators(
        self, task_type: str | None = None, task_id: int | None = None, config_proto: Any = None
    ) -> dict[str, int]:
        """{"GPU": how many a machine has}."""
        return {"GPU": self._node_gpus}


def google_service(name: str, credentials: Any, url: str | None = None) -> Any:
    """The object of one of Google's APIs. Raises ImportError where its packages are missing."""
    try:
        discovery = importlib.import_module("googleapiclient.discovery")
        if credentials in (None, "default"):
            credentials = importlib.import_module("oauth2client.client").GoogleCredentials.get_application_default()
    except ImportError:
        raise ImportError(
            "googleapiclient and oauth2client must be installed before using the cluster resolvers of Google's cloud: "
            "`pip install google-api-python-client oauth2client`"
        ) from None
    more = {"discoveryServiceUrl": url} if url else {}
    return discovery.build(name, "v1", credentials=credentials, cache_discovery=False, **more)
