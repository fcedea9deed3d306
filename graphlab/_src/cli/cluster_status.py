"""`graphlab cluster`: which tasks of a cluster are there, since when, and what they do."""

import argparse
import json

from graphlab._src.base.errors import printable
from graphlab._src.base.lazy_imports import on_first_call

_cluster_at = on_first_call("graphlab._src.cluster.overview:cluster_at")
_clusters_of_user = on_first_call("graphlab._src.cluster.overview:clusters_of_user")


def add_parser(commands: argparse._SubParsersAction) -> None:
    """Adds its options to the command line."""
    parser = commands.add_parser(
        "cluster",
        help="say which tasks of a cluster are there, since when, and what they do",
        description="Prints the tasks of the cluster that has a task at ADDRESS; without one, of your clusters on this machine "
        "that run in several processes.",
    )
    parser.add_argument("address", metavar="ADDRESS", nargs="?", help="host:port of any of its tasks")
    parser.add_argument("--all", action="store_true", help="all your clusters on this machine, as without an address")
    parser.add_argument("--json", action="store_true", help="print JSON, a list of clusters")


def execute(options: argparse.Namespace) -> int:
    """Runs the command; returns its exit status: 1 where there is no cluster."""
    found = _clusters_of_user() if options.all or not options.address else [_cluster_at(options.address)]
    if options.json:
        print(json.dumps([one.as_json() for one in found], indent=2))
    elif found:
        print(printable("\n\n".join(one.text() for one in found)))
    else:
        print(
            "No cluster of yours runs on this machine in several processes that have needed each other. One on other machines:\n"
            "graphlab cluster HOST:PORT, with the address of any of its tasks, and the token that they have."
        )
    return 0 if found else 1
