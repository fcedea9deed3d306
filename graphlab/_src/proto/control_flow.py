"""Messages of branches and loops, as a MetaGraphDef's collections hold them (control_flow.proto)."""

from graphlab._src.proto.making import message_classes

_classes = message_classes(
    "control_flow",
    {
        "ValuesDef": (("values", 1, "string", "many"), ("external_values", 2, "map:string")),
        "ControlFlowContextDef": (
            ("cond_ctxt", 1, "CondContextDef", "ctxt"),
            ("while_ctxt", 2, "WhileContextDef", "ctxt"),
        ),
        "CondContextDef": (
            ("context_name", 1, "string"),
            ("pred_name", 2, "string"),
            ("pivot_name", 3, "string"),
            ("branch", 4, "int32"),
            ("values_def", 5, "ValuesDef"),
            ("nested_contexts", 6, "ControlFlowContextDef", "many"),
        ),
        "WhileContextDef": (
            ("context_name", 1, "string"),
            ("parallel_iterations", 2, "int32"),
            ("back_prop", 3, "bool"),
            ("swap_memory", 4, "bool"),
            ("pivot_name", 5, "string"),
            ("pivot_for_pred_name", 6, "string"),
            ("pivot_for_body_name", 7, "string"),
            ("loop_exit_names", 8, "string", "many"),
            ("values_def", 9, "ValuesDef"),
            ("loop_enter_names", 10, "string", "many"),
            ("maximum_iterations_name", 11, "string"),
            ("nested_contexts", 12, "ControlFlowContextDef", "many"),
        ),
    },
)
CondContextDef = _classes["CondContextDef"]
ControlFlowContextDef = _classes["ControlFlowContextDef"]
ValuesDef = _classes["ValuesDef"]
WhileContextDef = _classes["WhileContextDef"]
