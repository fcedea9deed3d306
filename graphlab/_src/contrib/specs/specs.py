"""Networks made of texts, which are Python with the names of specs_ops."""

import inspect

from graphlab._src.contrib.specs import params_ops, specs_ops
from graphlab._src.contrib.specs.specs_lib import check_keywords


def _evaluated(text, names, environment):
    check_keywords(text)
    bindings = dict(environment or {})
    exec(text, dict(names), bindings)
    return bindings


def eval_params(params, environment=None):
    """{name: value} of a text of parameters, `n=Li(5, 500); d=2`, and of environment."""
    return _evaluated(params, params_ops.ENVIRONMENT, environment)


def eval_spec(spec, environment=None):
    """{name: value} of a text of networks, `net = Cr(64, [3, 3]) | Flat`, and of environment, whose names it may use."""
    return _evaluated(spec, specs_ops.ENVIRONMENT, environment)


def create_net_fun(spec, environment=None):
    """The function of a tensor that a text defines as `net`; ValueError where it does not."""
    net = eval_spec(spec, environment).get("net")
    if net is None:
        raise ValueError(f"spec failed to create 'net': {spec}")
    return net.funcall


def create_net(spec, inputs, environment=None):
    """What the network of a text makes of a tensor."""
    return create_net_fun(spec, environment)(inputs)


class LocalImport:
    """A block in which the names of a dict or module are globals of the module that enters it."""

    def __init__(self, names):
        self.names = names if isinstance(names, dict) else vars(names)

    def __enter__(self):
        frame = inspect.currentframe()
        assert frame is not None and frame.f_back is not None
        self._globals = frame.f_back.f_globals
        self._before = {name: self._globals[name] for name in self.names if name in self._globals}
        self._globals.update(self.names)

    def __exit__(self, *error):
        for name in self.names:
            del self._globals[name]
        self._globals.update(self._before)


ops = LocalImport(specs_ops.ENVIRONMENT)
