"""The layers between a model's inputs and its outputs, in order."""

from graphlab._src.graph import nest


class Topology:
    """The nodes and layers that lead from inputs to outputs.

    layers: those nearer to the inputs first.  nodes_by_depth: {how far from the outputs: nodes}.
    """

    def __init__(self, inputs, outputs):
        ordered, numbers = _ordered(outputs)
        depths, layer_depths = {}, {}
        for node in reversed(ordered):
            depth = max(depths.setdefault(node, 0), layer_depths.get(node.outbound_layer, 0))
            layer_depths[node.outbound_layer] = depths[node] = depth
            for source in node.sources():
                depths[source] = max(depth + 1, depths.get(source, 0))
        for tensor in inputs:
            layer, index, _ = tensor._keras_history
            if layer not in layer_depths:
                layer_depths[layer], numbers[layer] = 0, -1
                depths[layer._inbound_nodes[index]] = 0
        self.nodes_by_depth = _by_depth(depths)
        by_depth = _by_depth(layer_depths)
        self.layers = [
            layer
            for depth in sorted(by_depth, reverse=True)
            for layer in sorted(by_depth[depth], key=numbers.__getitem__)
        ]
        self.nodes = set(depths)
        self._check(inputs)

    def in_order(self):
        """The nodes, those that others need first."""
        return [node for depth in sorted(self.nodes_by_depth, reverse=True) for node in self.nodes_by_depth[depth]]

    def _check(self, inputs):
        reachable = {id(tensor) for tensor in inputs}
        for node in self.in_order():
            missing = [tensor for tensor in nest.flatten(node.input_tensors) if id(tensor) not in reachable]
            if missing:
                raise ValueError(
                    f"Graph disconnected: cannot obtain value for tensor {missing[0]} at layer "
                    f'"{node.outbound_layer.name}". The following previous layers were accessed without issue: '
                    f"{[layer.name for layer in self.layers if layer is not node.outbound_layer]}"
                )
            reachable.update(id(tensor) for tensor in nest.flatten(node.output_tensors))
        names = [layer.name for layer in self.layers]
        for name in names:
            if names.count(name) != 1:
                raise ValueError(
                    f'The name "{name}" is used {names.count(name)} times in the model. All layer names should be unique.'
                )


def _by_depth(depths):
    found = {}
    for item, depth in depths.items():
        found.setdefault(depth, []).append(item)
    return found


def _ordered(outputs):
    """(the nodes that the outputs need, what they need first; {layer: when it was first met})."""
    ordered, done, numbers = [], set(), {}

    def visit(tensor):
        # Not by recursion: models may be hundreds of layers deep.
        stack = [(_node(tensor), None)]
        while stack:
            node, waiting = stack.pop()
            if node in done:
                continue
            if waiting is None:
                numbers.setdefault(node.outbound_layer, len(numbers))
                waiting = iter(node.sources())
            source = next((source for source in waiting if source not in done), None)
            if source is None:
                done.add(node)
                ordered.append(node)
            else:
                stack.append((node, waiting))
                stack.append((source, None))

    for tensor in outputs:
        visit(tensor)
    return ordered, numbers


def _node(tensor):
    layer, index, _ = tensor._keras_history
    return layer._inbound_nodes[index]
