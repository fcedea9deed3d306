"""Commands as text: their words, where their output goes, slices of tensors, ranges of numbers, sizes and times."""

import argparse
import ast
import math
import re
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

_WORDS = re.compile(r"""\"[^\"]*\"|'[^']*'|(?:\[[^\]]*\]|[^\s])+""")
_INTERVAL = re.compile(r"(>|>=)\s*[-+]?\d*\.?\d+(?:[eE][-+]?\d+)?(?:us|ms|s|B|kB|MB|GB|k|M|G)?")
_SLICE = re.compile(r"-?\d+|(?:-?\d+)?:(?:-?\d+)?(?::(?:-?\d+)?)?")
_NUMBER_UNITS = {"B": 1, "kB": 1 << 10, "k": 1 << 10, "MB": 1 << 20, "M": 1 << 20, "GB": 1 << 30, "G": 1 << 30}
_TIME_UNITS = {"us": 1.0, "ms": 1e3, "s": 1e6}


class Interval(NamedTuple):
    """Numbers from start to end; the flags say whether these belong to it."""

    start: float
    start_included: bool
    end: float
    end_included: bool

    def contains(self, value: float) -> bool:
        """Whether a number is in it."""
        if value < self.start or (value == self.start and not self.start_included):
            return False
        return value < self.end or (value == self.end and self.end_included)


def parse_command(command: str) -> list[str]:
    """The words of a command; brackets and quotation marks hold words together, and the latter are left out."""
    words = _WORDS.findall(command.strip())
    return [word[1:-1] if len(word) > 1 and word[0] == word[-1] and word[0] in "\"'" else word for word in words]


def extract_output_file_path(args: list[str]) -> tuple[list[str], str | None]:
    """(the words of a command without "> file", the file or None). Raises SyntaxError for ">" without a file."""
    if args and args[-1] == ">":
        raise SyntaxError("Redirect file path is empty")
    if args and args[-1].startswith(">"):
        after_flag = len(args) > 1 and args[-2].startswith("-")
        if after_flag and _INTERVAL.fullmatch(args[-1]):
            return args, None
        return args[:-1], args[-1][1:]
    if len(args) > 1 and args[-2] == ">":
        return args[:-2], args[-1]
    if len(args) > 1 and args[-2].endswith(">") and not args[-2].startswith("-"):
        return [*args[:-2], args[-2][:-1]], args[-1]
    if args and ">" in args[-1]:
        word, _, path = args[-1].partition(">")
        if word.startswith("-") and word.endswith("=") and _INTERVAL.fullmatch(f">{path}"):
            return args, None
        return [*args[:-1], word], path
    return args, None


def parse_tensor_name_with_slicing(in_str: str) -> tuple[str, str]:
    """(the name, the slicing or "") of "hidden/w:0[:, 1]"."""
    if in_str.count("[") != 1 or not in_str.endswith("]"):
        return in_str, ""
    name, bracket, rest = in_str.partition("[")
    return name, bracket + rest


def validate_slicing_string(slicing_string: str) -> bool:
    """Whether a text is a slicing of numbers: "[1, :, 2:5]"."""
    if not (slicing_string.startswith("[") and slicing_string.endswith("]")):
        return False
    parts = slicing_string[1:-1].split(",")
    return all(part.strip() and _SLICE.fullmatch(part.strip().replace(" ", "")) for part in parts)


def _slices(slicing: str) -> tuple[Any, ...]:
    found: list[Any] = []
    for part in slicing[1:-1].split(","):
        numbers = [int(number) if number.strip() else None for number in part.split(":")]
        found.append(slice(*numbers) if ":" in part else numbers[0])
    return tuple(found)


def parse_indices(indices_string: str) -> list[int]:
    """The numbers of "[1, -2]" or "1, -2"."""
    text = indices_string.strip()
    if text.startswith("[") and text.endswith("]"):
        text = text[1:-1]
    return [int(number.strip()) for number in text.split(",")]


def parse_ranges(range_string: str) -> list[list[float]]:
    """[[low, high]] of "[-1, 2]" or "[[-inf, 0], [1, 2]]"; infinities are the largest numbers there are."""
    text = range_string.strip()
    if not text:
        return []
    largest = repr(sys.float_info.max)
    ranges = ast.literal_eval(text.replace("inf", largest))
    if ranges and not isinstance(ranges[0], list):
        ranges = [ranges]
    for one in ranges:
        if len(one) != 2:
            raise ValueError("Incorrect number of elements in range")
        for place, value in zip(("1st", "2nd"), one, strict=True):
            if not isinstance(value, (int, float)):
                raise ValueError(f"Incorrect type in the {place} element of range: {type(value)}")
    return ranges


def parse_memory_interval(interval_str: str) -> Interval:
    """The Interval of bytes of "[1k, 2MB)" or ">1GB"."""
    found = _interval(interval_str, parse_readable_size_str)
    if found.start > found.end:
        message = "Start of interval must be less than or equal to end of interval."
        raise ValueError(f"Invalid interval {interval_str}. {message}")
    return found


def parse_time_interval(interval_str: str) -> Interval:
    """The Interval of microseconds of "[1us, 2ms)" or "<3s"."""
    found = _interval(interval_str, parse_readable_time_str)
    if found.start > found.end:
        raise ValueError(f"Invalid interval {interval_str}. Start must be before end of interval.")
    return found


def _interval(interval_str: str, read: Callable[[str], float]) -> Interval:
    text = interval_str.strip()

    def number(part: str, where: str) -> float:
        try:
            return read(part)
        except ValueError:
            raise ValueError(f"Invalid {where} '{part if where.startswith(('first', 'second')) else text}'") from None

    for sign in ("<=", "<", ">=", ">"):
        if text.startswith(sign):
            value = number(text[len(sign) :].strip(), f"value string after {sign} in")
            included = sign.endswith("=")
            return Interval(0, False, value, included) if sign[0] == "<" else Interval(value, included, math.inf, False)
    if not text or text[0] not in "[(" or text[-1] not in "])":
        message = f"Invalid interval format: {interval_str}. Valid formats are: [min, max], (min, max), <max, >min"
        raise ValueError(message)
    parts = text[1:-1].split(",")
    if len(parts) != 2:
        message = "Interval should specify two values: [min, max] or (min, max)."
        raise ValueError(f"Incorrect interval format: {interval_str}. {message}")
    start = number(parts[0].strip(), "first item in interval:")
    end = number(parts[1].strip(), "second item in interval:")
    return Interval(start, text[0] == "[", end, text[-1] == "]")


def parse_readable_size_str(size_str: str) -> int:
    """Bytes of "2.5MB"; k, M and G are powers of 1024."""
    text = size_str.strip()
    unit = next((unit for unit in ("kB", "MB", "GB", "k", "M", "G", "B") if text.endswith(unit)), "")
    number = text.removesuffix(unit) if unit else text
    try:
        return int(float(number) * _NUMBER_UNITS.get(unit, 1))
    except ValueError:
        raise ValueError(f'Failed to parsed human-readable byte size str: "{number}"') from None


def parse_readable_time_str(time_str: str) -> int:
    """Microseconds of "2ms"; a number without unit is of microseconds."""
    text = time_str.strip()
    unit = next((unit for unit in ("us", "ms", "s") if text.endswith(unit)), "")
    value = float(text.removesuffix(unit).strip() if unit else text) * _TIME_UNITS.get(unit, 1.0)
    if value < 0:
        number = text.removesuffix(unit).strip() if unit else text
        raise ValueError(f"Invalid time {number}. Time value must be positive.")
    return int(value)


def evaluate_tensor_slice(tensor: Any, tensor_slicing: str) -> Any:
    """A part of an array. Raises ValueError for a slicing that is none."""
    if not validate_slicing_string(tensor_slicing):
        raise ValueError("Invalid tensor-slicing string.")
    return tensor[_slices(tensor_slicing)]


def get_print_tensor_argparser(description: str) -> argparse.ArgumentParser:
    """The parser of the commands that print a tensor."""
    parser = argparse.ArgumentParser(description=description, usage=argparse.SUPPRESS)
    add = parser.add_argument
    add("tensor_name", type=str, help="Name of the tensor, followed by any slicing indices: hidden1/W:0[:, 1]")
    add("-n", "--number", type=int, default=-1, help="0-based dump number, for tensors that were dumped several times")
    add("-r", "--ranges", dest="ranges", type=str, default="", help="Numerical ranges of elements to highlight")
    add("-a", "--all", dest="print_all", action="store_true", help="Print the tensor in its entirety, without ellipses")
    add("-s", "--numeric_summary", action="store_true", help="Include a summary of the numbers")
    add("-w", "--write_path", type=str, default="", help="File to write the value to, with numpy.save()")
    return parser
