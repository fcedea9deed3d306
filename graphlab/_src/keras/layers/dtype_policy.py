"""Policy: the type that a layer computes in, and the type of its variables.

In TensorFlow 1 a layer without a dtype
infers both from its first input; `v2_dtype_behavior` makes it TensorFlow 2's, whose layers have floatx() and convert inputs.
"""

from typing import Any

from graphlab._src.base import context, dtypes, logging
from graphlab._src.keras.layers.backend_config import floatx

USE_DEFAULT = "USE_DEFAULT"
_WITH_FLOAT32_VARS = "_with_float32_vars"
_MIXED = {"mixed_float16": "float16", "mixed_bfloat16": "bfloat16"}


class Policy:
    """The types of a layer, by name: "float16"; "mixed_float16" has float32 variables, which are read as float16.

    name: a dtype's name; "mixed_float16" or "mixed_bfloat16"; a dtype's name or "infer" with "_with_float32_vars"; "infer" is
    the type of the layer's first input.
    loss_scale: of a Model's optimizer: a LossScale, a number or "dynamic", which it is for "mixed_float16" when left out.
    """

    def __init__(self, name: str, loss_scale: Any = USE_DEFAULT) -> None:
        if isinstance(name, dtypes.DType):
            raise TypeError(f"'name' must be a string, not a DType. Instead, pass DType.name. Got: {name.name}")
        if not isinstance(name, str):
            raise TypeError(f"'name' must be a string, but got: {name}")
        same = {"infer_float32_vars": "infer_with_float32_vars", "float32_with_float32_vars": "float32"}
        self._name = same.get(name, name)
        self._compute_dtype, self._variable_dtype = _types_of(self._name)
        if self._name.endswith(_WITH_FLOAT32_VARS):
            _warn_of_old_name(self._name)
        if isinstance(loss_scale, str) and loss_scale == USE_DEFAULT:
            loss_scale = "dynamic" if self._name == "mixed_float16" else None
        if loss_scale and self._compute_dtype not in (None, "float16"):
            logging.warn(
                f"Creating a Policy with a loss scale is only useful for float16 policies. You passed loss_scale={loss_scale!r} "
                f"for policy {self._name}. Consider not passing any loss_scale instead."
            )
        self._loss_scale = None if loss_scale is None else context.hook("loss_scale")(loss_scale)

    @property
    def name(self) -> str:
        """Its name."""
        return self._name

    @property
    def compute_dtype(self) -> str | None:
        """The type that a layer computes in; None for that of its first input."""
        return self._compute_dtype

    @property
    def variable_dtype(self) -> str | None:
        """The type of variables; None for that of the first input."""
        return self._variable_dtype

    @property
    def should_cast_variables(self) -> bool:
        """Whether variables are converted where the layer reads them."""
        return self._variable_dtype != self._compute_dtype

    @property
    def loss_scale(self) -> Any:
        """The LossScale of a Model's optimizer, or None."""
        return self._loss_scale

    def __repr__(self) -> str:
        return f'<Policy "{self._name}", loss_scale={self._loss_scale}>'


def _types_of(name: str) -> tuple[str | None, str | None]:
    """(the type of computations, the type of variables)."""
    if name in _MIXED:
        return _MIXED[name], "float32"
    base = name.removesuffix(_WITH_FLOAT32_VARS)
    kind = None
    if base != "infer":
        try:
            kind = dtypes.as_dtype(base).name
        except TypeError:
            more = ""
            if base != name:
                more = f" The value {name} ends with {_WITH_FLOAT32_VARS}, but {base} cannot be converted to a DType"
            raise ValueError(
                f"Cannot convert value {name} to a mixed precision Policy. Valid policies include include those in the form "
                f'"<dtype>" and "<dtype>{_WITH_FLOAT32_VARS}", where <dtype> is the name of a dtype.{more}'
            ) from None
    return kind, kind if base == name else "float32"


def _warn_of_old_name(name: str) -> None:
    base = name.removesuffix(_WITH_FLOAT32_VARS)
    instead = {
        "infer": " Please use the 'mixed_float16' or 'mixed_bfloat16' policy instead.",
        "float16": " Please use the 'mixed_float16' policy instead.",
        "bfloat16": " Please use the 'mixed_bfloat16' policy instead.",
    }.get(base, "")
    logging.warn(f"WARNING: The '{name}' policy is deprecated and will be removed in TensorFlow 2.1.{instead}")


def with_input_dtype(policy: Policy, dtype: Any) -> Policy:
    """An "infer" policy, with the type of an input."""
    if policy.compute_dtype:
        raise ValueError(f"Only a policy that infers its type has that of an input; got {policy}")
    kind = dtypes.as_dtype(dtype).name
    return Policy(kind) if policy.variable_dtype is None else _quiet(kind)


def _quiet(kind: str) -> Policy:
    """The policy with float32 variables, without the warning that the one that it comes from has made."""
    policy = Policy(kind)
    if kind != "float32":
        policy._name, policy._variable_dtype = kind + _WITH_FLOAT32_VARS, "float32"
    return policy


class _Defaults:
    """What layers without a dtype have: the policy that the program has set, and whether they are TensorFlow 2's."""

    policy: Policy | None = None
    v2_dtype_behavior = False


def v2_dtype_behavior_enabled() -> bool:
    """Whether layers without a dtype have floatx(), and convert floating inputs to it, as TensorFlow 2's do."""
    return _Defaults.v2_dtype_behavior


def enable_v2_dtype_behavior() -> None:
    """Has layers behave as in TensorFlow 2 from now on."""
    _Defaults.v2_dtype_behavior = True


def disable_v2_dtype_behavior() -> None:
    """Has layers behave as in TensorFlow 1 from now on, where they have the types of their first inputs."""
    _Defaults.v2_dtype_behavior = False


_INFER = Policy("infer")


def global_policy() -> Policy:
    """The policy of layers without a dtype: the one that was set, or "infer"."""
    if _Defaults.policy is not None:
        return _Defaults.policy
    return Policy(floatx()) if _Defaults.v2_dtype_behavior else _INFER


def global_or_none() -> Policy | None:
    """The policy that was set for layers without a dtype, or None."""
    return _Defaults.policy


def policy_defaults_to_floatx() -> bool:
    """Whether layers without a dtype have floatx()."""
    return _Defaults.policy is None and _Defaults.v2_dtype_behavior


def set_global(policy: Policy | None) -> None:
    """Sets the policy of layers without a dtype; None for the first one."""
    _Defaults.policy = policy


def policy_of(dtype: Any) -> Policy:
    """The policy that a layer's `dtype` means: a Policy, a type, or None for the global one."""
    if isinstance(dtype, Policy):
        return dtype
    return Policy(dtypes.as_dtype(dtype).name) if dtype else global_policy()
