"""A cluster in one process whose tasks can only be reached as those of other processes are, without Ray between them."""

import concurrent.futures
import pickle

from graphlab._src.base.errors import UnavailableError
from graphlab._src.cluster.task_actor import service_of
from graphlab._src.proto import ConfigProto, ServerDef
from graphlab._src.session import targets
from graphlab._src.session.tasks.memory import Memory


class DirectTransport:
    """Calls TaskServices of this process in threads, with messages that were pickled.

    calls: (task, method) of each.  sizes: the bytes of each message.
    """

    owner = "direct"

    def __init__(self):
        self.services = {}
        self.calls = []
        self.sizes = []
        self._pool = concurrent.futures.ThreadPoolExecutor(64)

    def reach(self, task, check):
        check()

    def is_there(self, task):
        return task in self.services

    def begin(self, task, method, *arguments):
        self.calls.append((task, method))
        service = self.services.get(task)
        if service is None:
            raise UnavailableError(None, None, f"{task} is not there")
        message = pickle.dumps(arguments)
        self.sizes.append(len(message))
        arguments = pickle.loads(message)
        return self._pool.submit(lambda: pickle.loads(pickle.dumps(getattr(service, method)(*arguments))))

    def notify(self, task, method, *arguments):
        if task in self.services:
            self.begin(task, method, *arguments)

    def first(self, tickets, seconds):
        done, _ = concurrent.futures.wait(tickets, seconds, concurrent.futures.FIRST_COMPLETED)
        return next(iter(done), None)

    def result(self, ticket):
        return ticket.result()


class DirectMaster:
    """The task of a session: one of `tasks`, whose state is in this process; the others are behind `transport`."""

    def __init__(self, tasks, own=("worker", 0)):
        self.task = own
        self.default_config = ConfigProto()
        self.tasks = [own, *sorted(set(tasks) - {own})]
        self.memories = {own: Memory()}
        self._transport = DirectTransport()
        for task in self.tasks[1:]:
            self.restart(task)
        self.target = f"direct://{id(self)}"
        targets.register(self.target, self)

    def restart(self, task):
        """Lets a task begin anew, without what it stored."""
        self._transport.services[task] = service_of(ServerDef(job_name=task[0], task_index=task[1]), Memory())

    def holds(self, task):
        return task == self.task

    def transport(self):
        return self._transport

    def in_cluster(self, cluster_def):
        return self

    def reset(self, containers):
        for memory in self.memories.values():
            memory.clear(containers)
        for service in self._transport.services.values():
            service.reset(containers)
