"""Options: what a program says of how a pipeline is to run. graphlab keeps them, and few have an effect."""

import enum
from typing import Any

_DEFAULTS = ["noop_elimination", "map_and_batch_fusion", "shuffle_and_repeat_fusion"]


class Option:
    """One option: checked when it is set, its default made when it is first requested."""

    def __init__(self, kind, default=None):
        self._kind = kind
        self._default = default

    def __set_name__(self, owner, name):
        self._name = name

    def __get__(self, options, owner=None) -> Any:
        if options is None:
            return self
        if self._name not in options._options:
            options._options[self._name] = self._default() if self._default else None
        return options._options[self._name]

    def __set__(self, options, value):
        if not isinstance(value, self._kind):
            raise TypeError(
                f'Property "{self._name}" must be of type {self._kind}, got: {value!r} (type: {type(value)!r})'
            )
        options._options[self._name] = value


class OptionsBase:
    """What all kinds of options share."""

    _options: dict[str, Any]

    def __init__(self):
        object.__setattr__(self, "_options", {})

    def __setattr__(self, name, value):
        if not hasattr(self, name):
            raise AttributeError(f"Cannot set the property {name} on {type(self).__name__}.")
        object.__setattr__(self, name, value)

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        names = set(self._options) | set(other._options)
        return all(getattr(self, name) == getattr(other, name) for name in names)

    __hash__ = None  # pyright: ignore[reportAssignmentType]  they can be changed

    def merge(self, other):
        """Both together; ValueError where they say different things."""
        if type(self) is not type(other):
            raise TypeError(f"Incompatible options type: {type(self)!r} vs {type(other)!r}")
        plain, result = type(self)(), type(self)()
        for options in (self, other):
            for name in options._options:
                mine, theirs = getattr(result, name), getattr(options, name)
                default = getattr(plain, name)
                if theirs == default or mine == theirs:
                    continue
                if mine == default:
                    setattr(result, name, theirs)
                elif isinstance(mine, OptionsBase):
                    setattr(result, name, mine.merge(theirs))
                else:
                    raise ValueError(f"Cannot merge incompatible values ({mine!r} and {theirs!r}) of option: {name}")
        return result


class MapVectorizationOptions(OptionsBase):
    """How calls of map functions would be put together."""

    enabled = Option(bool)
    use_choose_fastest = Option(bool)


class OptimizationOptions(OptionsBase):
    """How TensorFlow would rewrite a pipeline."""

    apply_default_optimizations = Option(bool)
    autotune = Option(bool)
    autotune_algorithm = Option(int)
    autotune_buffers = Option(bool)
    autotune_cpu_budget = Option(int)
    filter_fusion = Option(bool)
    filter_with_random_uniform_fusion = Option(bool)
    hoist_random_uniform = Option(bool)
    map_and_batch_fusion = Option(bool)
    map_and_filter_fusion = Option(bool)
    map_fusion = Option(bool)
    map_parallelization = Option(bool)
    map_vectorization = Option(MapVectorizationOptions, MapVectorizationOptions)
    noop_elimination = Option(bool)
    parallel_batch = Option(bool)
    shuffle_and_repeat_fusion = Option(bool)

    def chosen(self):
        """The names of the rewritings that are enabled for the graph."""
        names = [name for name in type(self).__dict__ if self._options.get(name) is True]
        names = [name for name in names if not name.startswith("auto") and name != "apply_default_optimizations"]
        if self.apply_default_optimizations is not False:
            names += [name for name in _DEFAULTS if self._options.get(name) is None]
        if self.map_vectorization.enabled:
            names.append("map_vectorization")
        return names


class ThreadingOptions(OptionsBase):
    """How many threads a pipeline would use."""

    max_intra_op_parallelism = Option(int)
    private_threadpool_size = Option(int)


class StatsOptions(OptionsBase):
    """What would be counted and timed."""

    aggregator = Option(object)
    prefix = Option(str, str)
    counter_prefix = Option(str, str)
    latency_all_edges = Option(bool)


class AutoShardPolicy(enum.IntEnum):
    """How a pipeline would be spread over workers."""

    OFF = -1
    AUTO = 0
    FILE = 1
    DATA = 2


class DistributeOptions(OptionsBase):
    """How a pipeline would be spread over workers."""

    auto_shard = Option(bool, lambda: True)
    auto_shard_policy = Option(AutoShardPolicy, lambda: AutoShardPolicy.AUTO)
    num_devices = Option(int)
    _make_stateless = Option(bool)


class Options(OptionsBase):
    """The argument of Dataset.with_options()."""

    experimental_deterministic = Option(bool)
    experimental_distribute = Option(DistributeOptions, DistributeOptions)
    experimental_optimization = Option(OptimizationOptions, OptimizationOptions)
    experimental_slack = Option(bool)
    experimental_stats = Option(StatsOptions, StatsOptions)
    experimental_threading = Option(ThreadingOptions, ThreadingOptions)
    experimental_stateful_whitelist = Option(list)

    def optimizations(self):
        """The names of the rewritings that are enabled for the graph, and how they are set."""
        names = self.experimental_optimization.chosen()
        if self.experimental_deterministic is False:
            names.append("make_sloppy")
        if self.experimental_slack:
            names.append("slack")
        fastest = bool(self.experimental_optimization.map_vectorization.use_choose_fastest)
        return names, [f"map_vectorization:use_choose_fastest:{str(fastest).lower()}"]
