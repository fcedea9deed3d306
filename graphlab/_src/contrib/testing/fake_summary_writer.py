"""FakeSummaryWriter: a FileWriter that keeps what it gets in memory, for tests."""

from typing import Any

from graphlab._src.proto import Summary
from graphlab._src.summary import writer


class FakeSummaryWriter:
    """A fake FileWriter that records what is written to it.

    install() puts it in FileWriterCache's place of a FileWriter, uninstall() ends that.
    """

    _replaced: Any = None

    @classmethod
    def install(cls):
        """Lets FileWriterCache make these; ValueError when it does."""
        if cls._replaced is not None:
            raise ValueError("FakeSummaryWriter already installed.")
        cls._replaced = writer.FileWriter
        _set_writer(cls)

    @classmethod
    def uninstall(cls):
        """Lets FileWriterCache make FileWriters again; ValueError when it does."""
        if cls._replaced is None:
            raise ValueError("FakeSummaryWriter not installed.")
        _set_writer(cls._replaced)
        cls._replaced = None

    def __init__(self, logdir, graph=None):
        self._logdir = logdir
        self._graph = graph
        self._summaries = {}
        self._graphs = []
        self._meta_graphs = []
        self._session_logs = []
        self._run_metadata = {}

    @property
    def summaries(self):
        """{step: [Summary]}."""
        return self._summaries

    def get_logdir(self):
        """The folder that it was made for."""
        return self._logdir

    def assert_summaries(
        self,
        test_case,
        expected_logdir=None,
        expected_graph=None,
        expected_summaries=None,
        expected_added_graphs=None,
        expected_added_meta_graphs=None,
        expected_session_logs=None,
    ):
        """Compares, with the methods of a TestCase, what it was made with and got.

        expected_summaries: {step: {tag: number}}. What is None is not compared.
        """
        for expected, found in (
            (expected_logdir, self._logdir),
            (expected_graph, self._graph),
            (expected_added_graphs, self._graphs),
            (expected_added_meta_graphs, self._meta_graphs),
            (expected_session_logs, self._session_logs),
        ):
            if expected is not None:
                test_case.assertEqual(expected, found)
        for step, wanted in (expected_summaries or {}).items():
            test_case.assertIn(step, self._summaries)
            values = [value for summary in self._summaries[step] for value in summary.value]
            found = {value.tag: value.simple_value for value in values}
            for tag, number in wanted.items():
                test_case.assertIn(tag, found)
                test_case.assertAllClose(number, found[tag])

    def add_summary(self, summ, current_global_step):
        """Keeps a Summary, or the bytes of one."""
        summary = Summary.FromString(summ) if isinstance(summ, bytes) else summ
        self._summaries.setdefault(current_global_step, []).append(summary)

    def add_graph(self, graph, global_step=None, graph_def=None):
        """Keeps a graph; ValueError for a step or a GraphDef."""
        if global_step is not None:
            raise ValueError("Unexpected global_step.")
        if graph_def is not None:
            raise ValueError("Unexpected graph_def.")
        self._graphs.append(graph)

    def add_meta_graph(self, meta_graph_def, global_step=None):
        """Keeps a MetaGraphDef; ValueError for a step."""
        if global_step is not None:
            raise ValueError("Unexpected global_step.")
        self._meta_graphs.append(meta_graph_def)

    def add_session_log(self, session_log, global_step=None):
        """Keeps a SessionLog."""
        self._session_logs.append(session_log)

    def add_run_metadata(self, run_metadata, tag, global_step=None):
        """Keeps a RunMetadata; ValueError for a step."""
        if global_step is not None:
            raise ValueError("Unexpected global_step.")
        self._run_metadata[tag] = run_metadata

    def flush(self):
        """Nothing waits."""

    def reopen(self):
        """It is always open."""

    def close(self):
        """Nothing is open."""


def _set_writer(kind):
    writer.__dict__["FileWriter"] = kind
