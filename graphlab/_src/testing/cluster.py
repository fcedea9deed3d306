"""create_local_cluster: the servers of a cluster in this process."""

from graphlab._src.cluster.addresses import unused_ports
from graphlab._src.cluster.cluster_spec import ClusterSpec
from graphlab._src.cluster.server import Server


def create_local_cluster(num_workers, num_ps, protocol="grpc", worker_config=None, ps_config=None):
    """(workers, parameter servers): Servers of one new cluster, with the jobs "worker" and "ps".

    worker_config, ps_config: the ConfigProtos of sessions on them that say none.
    """
    jobs = {"worker": num_workers, "ps": num_ps}
    ports = iter(unused_ports(num_workers + num_ps))
    cluster = ClusterSpec({job: [f"localhost:{next(ports)}" for _ in range(count)] for job, count in jobs.items()})

    def servers(job, config):
        return [Server(cluster, job, i, protocol, config) for i in range(jobs[job])]

    return servers("worker", worker_config), servers("ps", ps_config)
