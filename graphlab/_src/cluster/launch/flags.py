"""How a program learns which task it is: the variable TF_CONFIG, and flags as TensorFlow's own examples have them."""

import json
import re
from collections.abc import Sequence
from typing import Any

from graphlab._src.graph.device import Task

EVALUATOR = "evaluator"  # a task of Estimators that is not part of the cluster


def tf_config(cluster: dict[str, list[str]], task: Task) -> str:
    """The value of TF_CONFIG for a task."""
    message: dict[str, Any] = {"cluster": cluster, "task": {"type": task[0], "index": task[1]}}
    return json.dumps(message)


def flags_of(cluster: dict[str, list[str]], task: Task) -> dict[str, str]:
    """{name of a flag: its value} for a task: job_name, task_index, task_id, and JOB_hosts of each job."""
    hosts = {f"{job}_hosts": ",".join(addresses) for job, addresses in cluster.items()}
    return {"job_name": task[0], "task_index": str(task[1]), "task_id": str(task[1]), **hosts}


def arguments_for(arguments: Sequence[str], source: str, cluster: dict[str, list[str]], task: Task) -> list[str]:
    """The arguments of a task's program.

    {job_name}, {task_index}, {ps_hosts} and the like in them are replaced. The flags of these names that the program's source
    defines are set before them, except those that they set themselves.
    """
    values = flags_of(cluster, task)
    given = [_replaced(argument, values) for argument in arguments]
    flags = [
        f"--{name}={value}"
        for name, value in values.items()
        if defines(source, name) and not any(_sets(argument, name) for argument in arguments)
    ]
    return [*flags, *given]


def defines(source: str, name: str) -> bool:
    """True where a program's source defines a flag: by absl or tf.app.flags, argparse or click."""
    by_absl = rf"\bDEFINE_\w+\(\s*(?:name\s*=\s*)?[\"']{name}[\"']"
    return re.search(rf"{by_absl}|[\"']--{name}[\"']", source) is not None


def _sets(argument: str, name: str) -> bool:
    return re.fullmatch(rf"--?{name}(=.*)?", argument, re.DOTALL) is not None


def _replaced(argument: str, values: dict[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda found: values.get(found[1], found[0]), argument)
