"""The arguments of the commands that analyze a dump."""

import argparse
from collections.abc import Callable
from typing import Any

from graphlab._src.debug.cli.command_parser import get_print_tensor_argparser
from graphlab._src.debug.cli.config import CLIConfig

SORT_TENSORS_BY_TIMESTAMP = "timestamp"
SORT_TENSORS_BY_DUMP_SIZE = "dump_size"
SORT_TENSORS_BY_OP_TYPE = "op_type"
SORT_TENSORS_BY_TENSOR_NAME = "tensor_name"
_NODE = "a node, or one of its tensors: hidden/MatMul, hidden/MatMul:0"


def _parser(description: str) -> tuple[argparse.ArgumentParser, Callable[..., Any]]:
    parser = argparse.ArgumentParser(description=description, usage=argparse.SUPPRESS)
    return parser, parser.add_argument


def parsers(config: CLIConfig) -> dict[str, argparse.ArgumentParser]:
    """{name of the method: the parser of its arguments}."""
    found: dict[str, argparse.ArgumentParser] = {}
    found["list_tensors"], add = _parser("List the dumped tensors.")
    add("-f", "--tensor_filter", type=str, default="", help="only tensors that pass the filter of this name")
    exclude = "with -f: leave out nodes whose names match this regular expression"
    add("-fenn", "--filter_exclude_node_names", type=str, default="", help=exclude)
    add("-n", "--node_name_filter", type=str, default="", help="a regular expression of names of nodes")
    add("-t", "--op_type_filter", type=str, default="", help="a regular expression of operation types")
    fields = "timestamp, dump_size, op_type or tensor_name"
    add("-s", "--sort_by", type=str, default=SORT_TENSORS_BY_TIMESTAMP, help=f"what to sort by: {fields}")
    add("-r", "--reverse", action="store_true", help="the last first")

    found["node_info"], add = _parser("Show a node.")
    add("node_name", type=str, help=_NODE)
    add("-a", "--attributes", action="store_true", help="with its attributes")
    add("-d", "--dumps", action="store_true", help="with what was dumped of it")
    add("-t", "--traceback", action="store_true", help="with the lines of Python that created it")

    depth = config.get("graph_recursion_depth")
    for name, what in (("list_inputs", "inputs"), ("list_outputs", "consumers")):
        found[name], add = _parser(f"Show the {what} of a node.")
        add("node_name", type=str, help=_NODE)
        add("-c", "--control", action="store_true", help="with control dependencies")
        add("-d", "--depth", type=int, default=depth, help="with -r: how far to follow them")
        add("-r", "--recursive", action="store_true", help=f"with the {what} of these, and so on")
        add("-t", "--op_type", action="store_true", help="with the operation type of each")

    found["print_tensor"] = get_print_tensor_argparser("Print the value of a dumped tensor.")

    found["print_source"], add = _parser("Print a Python file, with the nodes or tensors that its lines have created.")
    add("source_file_path", type=str, help="the file")
    add("-t", "--tensors", action="store_true", help="tensors instead of nodes")
    add("-m", "--max_elements_per_line", type=int, default=10, help="how many of them to show for each line")
    add("-b", "--line_begin", type=int, default=1, help="the first line, counted from 1")

    found["list_source"], add = _parser("List the Python files that have created nodes of the run.")
    add("-p", "--path_filter", type=str, default="", help="a regular expression of paths")
    add("-n", "--node_name_filter", type=str, default="", help="a regular expression of names of nodes")

    found["eval"], add = _parser("Evaluate a Python expression of dumped tensors, whose names are between backticks.")
    add("expression", type=str, help='for instance "np.matmul(`w:0`, `x:0`[0])", with quotation marks')
    add("-a", "--all", dest="print_all", action="store_true", help="print all elements of the result")
    add("-w", "--write_path", type=str, default="", help="a file that np.save writes the result to")
    return found
