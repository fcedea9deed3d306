"""HParamDef, the values of tf.contrib.training.HParams, which the tensorboard package does not ship, made from its definition."""

from typing import Any

from graphlab._src.proto.making import message_classes

_KINDS = {"bytes": "BytesList", "float": "FloatList", "int64": "Int64List", "bool": "BoolList"}
_classes = message_classes(
    "hparam",
    {
        **{name: (("value", 1, kind, "many"),) for kind, name in _KINDS.items()},
        "HParamType": (
            ("int64_value", 1, "int64", "kind"),
            ("float_value", 2, "float", "kind"),
            ("bytes_value", 3, "bytes", "kind"),
            ("bool_value", 7, "bool", "kind"),
            ("int64_list", 4, "Int64List", "kind"),
            ("float_list", 5, "FloatList", "kind"),
            ("bytes_list", 6, "BytesList", "kind"),
            ("bool_list", 8, "BoolList", "kind"),
        ),
        "HParamDef": (("hparam", 1, "map:HParamType"),),
    },
    package="tensorboard.graphlab.hparams",
)
HParamDef: Any = _classes["HParamDef"]
