"""ProfileOptionBuilder: what a profile counts and shows."""

import copy
from typing import Any, Self

TRAINABLE_VARIABLES = "_trainable_variables"  # in place of an operation type: variables that are trained

_DEFAULTS: dict[str, Any] = {
    "max_depth": 100,
    "min_bytes": 0,
    "min_micros": 0,
    "min_params": 0,
    "min_float_ops": 0,
    "min_occurrence": 0,
    "order_by": "name",
    "account_type_regexes": [".*"],
    "start_name_regexes": [".*"],
    "trim_name_regexes": [],
    "show_name_regexes": [".*"],
    "hide_name_regexes": [],
    "account_displayed_op_only": False,
    "select": ["micros"],
    "step": -1,
    "output": "stdout",
}


def _of(**changes: Any) -> dict[str, Any]:
    return {**copy.deepcopy(_DEFAULTS), "max_depth": 10000, "account_displayed_op_only": True, **changes}


class ProfileOptionBuilder:
    """Options of a profile, set one after the other. options: where to begin, a dict that `build` made."""

    def __init__(self, options: dict[str, Any] | None = None) -> None:
        self._options = copy.deepcopy(_DEFAULTS if options is None else options)

    @staticmethod
    def trainable_variables_parameter() -> dict[str, Any]:
        """The options that count the parameters of trainable variables."""
        return _of(account_type_regexes=[TRAINABLE_VARIABLES], select=["params"])

    @staticmethod
    def float_operation() -> dict[str, Any]:
        """The options that count floating point operations; shapes must be known when the graph is built."""
        return _of(min_float_ops=1, order_by="float_ops", select=["float_ops"])

    @staticmethod
    def time_and_memory(
        min_micros: int = 1,
        min_bytes: int = 1,
        min_accelerator_micros: int = 0,
        min_cpu_micros: int = 0,
        min_peak_bytes: int = 0,
        min_residual_bytes: int = 0,
        min_output_bytes: int = 0,
    ) -> dict[str, Any]:
        """The options that show the microseconds and bytes of RunMetadata, of operations with at least so many."""
        given = {key: value for key, value in locals().items() if key.startswith("min_")}
        return _of(order_by="micros", select=["micros", "bytes"], **given)

    def build(self) -> dict[str, Any]:
        """The options, as a dict."""
        return copy.deepcopy(self._options)

    def _with(self, **changes: Any) -> Self:
        self._options.update({key: copy.copy(value) for key, value in changes.items()})
        return self

    def with_max_depth(self, max_depth: int) -> Self:
        """How many levels of scopes are shown."""
        return self._with(max_depth=max_depth)

    def with_min_memory(
        self, min_bytes: int = 0, min_peak_bytes: int = 0, min_residual_bytes: int = 0, min_output_bytes: int = 0
    ) -> Self:
        """Shows only operations that request so many bytes."""
        return self._with(
            min_bytes=min_bytes,
            min_peak_bytes=min_peak_bytes,
            min_residual_bytes=min_residual_bytes,
            min_output_bytes=min_output_bytes,
        )

    def with_min_execution_time(
        self, min_micros: int = 0, min_accelerator_micros: int = 0, min_cpu_micros: int = 0
    ) -> Self:
        """Shows only operations that last so many microseconds."""
        return self._with(
            min_micros=min_micros, min_accelerator_micros=min_accelerator_micros, min_cpu_micros=min_cpu_micros
        )

    def with_min_parameters(self, min_params: int) -> Self:
        """Shows only operations with so many parameters."""
        return self._with(min_params=min_params)

    def with_min_occurrence(self, min_occurrence: int) -> Self:
        """Shows only types of which there are so many operations."""
        return self._with(min_occurrence=min_occurrence)

    def with_min_float_operations(self, min_float_ops: int) -> Self:
        """Shows only operations with so many floating point operations."""
        return self._with(min_float_ops=min_float_ops)

    def with_accounted_types(self, account_type_regexes: list[str]) -> Self:
        """Counts only operations whose type one of the expressions matches."""
        return self._with(account_type_regexes=account_type_regexes)

    def with_node_names(
        self,
        start_name_regexes: list[str] | None = None,
        show_name_regexes: list[str] | None = None,
        hide_name_regexes: list[str] | None = None,
        trim_name_regexes: list[str] | None = None,
    ) -> Self:
        """Selects operations by expressions: where to begin, what to show and hide, and below what not to go."""
        return self._with(
            **{key: value for key, value in locals().items() if key.endswith("regexes") and value is not None}
        )

    def account_displayed_op_only(self, is_true: bool) -> Self:
        """True counts only what is shown."""
        return self._with(account_displayed_op_only=is_true)

    def with_empty_output(self) -> Self:
        """Prints nothing."""
        return self._with(output="none")

    def with_stdout_output(self) -> Self:
        """Prints a report."""
        return self._with(output="stdout")

    def with_file_output(self, outfile: str) -> Self:
        """Writes the report to a file."""
        return self._with(output=f"file:outfile={outfile}")

    def with_timeline_output(self, timeline_file: str) -> Self:
        """Writes a timeline, which profile() refuses: tf's Timeline makes one of RunMetadata."""
        return self._with(output=f"timeline:outfile={timeline_file}")

    def with_pprof_output(self, pprof_file: str) -> Self:
        """Writes a file for pprof, which profile() refuses."""
        return self._with(output=f"pprof:outfile={pprof_file}")

    def order_by(self, attribute: str) -> Self:
        """Sorts by "name", or by what is most: "micros", "bytes", "params", "float_ops", "occurrence"."""
        return self._with(order_by=attribute)

    def select(self, attributes: list[str]) -> Self:
        """What the report shows: "micros", "bytes", "params", "float_ops", "occurrence"."""
        return self._with(select=attributes)

    def with_step(self, step: int) -> Self:
        """Which step of a Profiler counts; -1: the last one."""
        return self._with(step=step)
