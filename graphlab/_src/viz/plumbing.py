"""The plumbing of a graph, which no figure of a model would show: sizes, parameters, the wiring of loops and conds.

The counterpart of plumbing.ts and conds.ts in the extension, which explain each rule; tests hold both to one fixture.
"""

import re

from graphlab._src.viz.links import parent
from graphlab._src.viz.roles import FEEDING, SETTING

WIRING = 1  # what it returns is one of its inputs, which flows on: an edge leads past it
SIZES = 2  # nothing of the model flows through it

_LOOP = ("enter", "exit", "next_iteration")
# The index of the input that flows on through an operation on a TensorArray, by its type without the version.
_ARRAYS = {
    "TensorArraySplit": 1,
    "TensorArrayScatter": 2,
    "TensorArrayWrite": 2,
    "TensorArrayRead": 2,
    "TensorArrayGather": 2,
    "TensorArrayConcat": 2,
}
_SOURCES = re.compile(r"Shape|ShapeN|Rank|Size|TensorArrayV3|TensorArraySizeV3|TensorArrayCloseV3")
_RANDOM = re.compile(r"Random|Truncated|Multinomial|Stateless")
# Types whose inputs after the first are sizes, axes and the like; whose first input is one; that make a tensor of a size.
_PARAMETERS = re.compile(
    r"Sum|Mean|Prod|Max|Min|All|Any|ArgMax|ArgMin|Reshape|Transpose|ConcatV2|ExpandDims|Tile|Fill|StridedSlice|Slice"
    r"|GatherV2|Pad|PadV2|MirrorPad|OneHot|Cumsum|Cumprod|ReverseV2|TopKV2|SplitV|BroadcastTo|Multinomial|Resize.*"
    r"|.*Dataset(V\d+)?"
)
_FIRST = re.compile(r"Split|Conv2DBackpropInput|Random.*|TruncatedNormal|Range|.*TensorArray.*")
_MAKERS = re.compile(r"Split|Conv2DBackpropInput|Random.*|TruncatedNormal|Range|.*TensorArray.*|Fill")

_CHECKS = re.compile(r"Assert|Abort")  # which compute nothing
_LENGTHS = re.compile(r"Min|Max|(Greater|Less)(Equal)?|(Ref)?(Switch|Enter)|Identity")
_ZEROS = re.compile(r"\wZeroState(_\d+)?/")
_OWN_CHECK = re.compile(r"(assert\w*/)*assert\w*", re.IGNORECASE)  # in no scope but its own: the program is about it
_WRAPPER = re.compile(r"\bDropoutWrapperInit")


def flows_on(links, number):
    """The index of the input that flows on through an operation, where it is WIRING; -1: all of them."""
    if links.is_identity[number] or links.control_flow[number] in (*_LOOP, "switch"):
        return 0
    if links.masking[number] == "choice":
        return 2
    if links.control_flow[number] == "merge":
        producer = links.inputs[number][0][0]
        return -1 if producer >= 0 and links.control_flow[producer] == "enter" else 0
    return _ARRAYS.get(links.types[number].removesuffix("V3"), -1)


def conds(links):
    """{Merge: `pred_id`} of each cond: the operation that passes the predicate on."""
    predicates = {
        links.scope(i): i
        for i, name in enumerate(links.names)
        if links.is_identity[i] and name.rpartition("/")[2] == "pred_id"
    }
    return {
        i: predicates[links.scope(i)]
        for i, part in enumerate(links.control_flow)
        if part == "merge" and links.scope(i) in predicates and len(links.inputs[i]) == 2
    }


def plumbing(links, roles, choices):
    """WIRING or SIZES for each operation of the plumbing, 0 for others.

    roles, choices: as `auxiliary`, `conds`; what only says how long sequences are becomes a SETTING of `roles`.
    """
    return _Plumbing(links, roles, choices).found


class _Plumbing:
    def __init__(self, links, roles, choices):
        self.links, self.roles, self.choices = links, roles, choices
        self.found = [0] * len(links)
        self.of_length = set()
        self.fold_checks()
        self.wire_conds()
        self.wire_loops()
        lengths = self.fold_lengths()
        self.count_in_loops()
        self.compute_sizes()
        for one in lengths:
            self.fold_length(one)
        self.compute_settings()
        self.hold_parameters()

    def type(self, number):
        return self.links.types[number] if number >= 0 else ""

    def part(self, number):
        return self.links.control_flow[number] if number >= 0 else ""

    def is_constant(self, number):
        return self.links.is_constant[number]

    def is_fed(self, number):
        definition = self.links.operations[number].definition
        return definition is not None and definition.feed is not None

    def input(self, number, index):
        inputs = self.links.inputs[number]
        return inputs[index][0] if index < len(inputs) else -1

    def producers(self, number):
        return [one for one, _ in self.links.inputs[number] if one >= 0]

    def model(self):
        """The numbers of the operations that are not auxiliary."""
        return [i for i in range(len(self.links)) if not self.roles[i]]

    def wire_conds(self):
        found, within = self.found, set()
        for merge, predicate in self.choices.items():
            if self.roles[merge] or found[predicate]:
                continue
            found[predicate] = WIRING
            within.add(self.links.scope(predicate))
            for user in self.links.users[predicate]:
                if self.part(user) == "switch" and self.input(user, 1) == predicate and not self.roles[user]:
                    found[user] = WIRING
        for i, part in enumerate(self.links.control_flow):
            if part == "switch" and self.input(i, 0) == self.input(i, 1) and self.around(i) in within:
                found[i] = SIZES
                for end in self.links.users[i]:
                    if self.links.is_identity[end]:
                        found[end] = SIZES

    def wire_loops(self):
        found = self.found
        for i in self.model():
            part, first = self.part(i), self.input(i, 0)
            if found[i]:
                continue
            past = first >= 0 and found[first]
            if (
                part in _LOOP
                or self.type(i).removesuffix("V3") in _ARRAYS
                or (part == "merge" and self.part(first) == "enter")
                or (part == "switch" and past and self.part(first) == "merge")
                or (self.links.is_identity[i] and past and self.part(first) != "exit")
            ):
                found[i] = WIRING

    def fold_checks(self):
        """Asserts in scopes, what is computed for them alone, the probabilities of a DropoutWrapper, and zero states."""
        links, checks = self.links, set()
        for i in self.model():
            if _ZEROS.search(links.names[i]):
                self.found[i] = WIRING if links.is_identity[i] else SIZES
        for i in reversed(range(len(links))):
            users, constant = links.users[i], self.is_constant(i)
            if (
                (_CHECKS.fullmatch(self.type(i)) and not _OWN_CHECK.fullmatch(links.names[i]))
                or (constant and _WRAPPER.search(links.names[i]))
                or (users and (links.inputs[i] or constant) and checks.issuperset(users))
            ):
                checks.add(i)
                self.found[i] = SIZES

    def fold_lengths(self):
        """What compares steps with the lengths of sequences, and keeps the states of those that have ended."""
        links, lengths, merges = self.links, [], {}
        for merge, predicate in self.choices.items():
            merges.setdefault(predicate, []).append(merge)
        for largest in self.model():
            length = self.input(largest, 0)
            if links.masking[largest] != "greatest" or length < 0 or not self.are_lengths(length):
                continue
            if len({one for one in links.users[length] if links.masking[one] in ("least", "greatest")}) < 2:
                continue
            reached, chosen, pending = set(), set(), [length]
            while pending:
                i = pending.pop()
                chosen.update(merges.get(i, ()))
                for user in links.users[i]:
                    if links.masking[user] == "choice" and self.input(user, 0) == i:
                        chosen.add(user)
                    if not _LENGTHS.fullmatch(self.type(user)) or self.roles[user] or user in reached:
                        continue
                    # A strict comparison of all lengths is the program's own.
                    is_other = i == length and links.masking[user] == "strict"
                    passes = self.part(user) != "switch" and i in self.producers(user)
                    if (passes or self.input(user, 0) == i) and not is_other:
                        reached.add(user)
                        pending.append(user)
            if not any(links.masking[one] == "choice" for one in chosen):
                continue
            lengths.append(length)
            for one in chosen:
                self.found[one] = WIRING
            for one in reached:
                self.found[one] = SIZES
            self.of_length |= reached
        for i in reversed(range(len(links) if lengths else 0)):
            # What leads to such a choice alone.
            if self.found[i] == WIRING and links.users[i] and all(self.ends(i, one) for one in self.users(i)):
                self.found[i] = SIZES
        return lengths

    def fold_length(self, length):
        """Folds what computes a length for plumbing alone; one that is fed becomes a setting."""
        pending = [length]
        while pending:
            i = pending.pop()
            if self.roles[i] or self.found[i]:
                continue
            # A mask of the losses may consume lengths that are fed as well: they only steer.
            is_fed = self.is_fed(i) and self.are_lengths(i)
            if not is_fed and not all(self.ends_length(i, user) for user in self.users(i)):
                continue
            if self.is_fed(i):
                self.roles[i] = SETTING
            elif self.links.inputs[i]:
                self.found[i] = SIZES
                pending.extend(self.producers(i))

    def ends_length(self, number, user):
        """Whether a consumer of a length needs it as plumbing, or to reverse sequences."""
        is_reverse = self.links.masking[user] == "reverse" and self.input(user, 1) == number
        return is_reverse or self.ends(number, user)

    def is_whole(self, number):
        """Whether an operation returns whole numbers."""
        outputs = self.links.operations[number].outputs
        return bool(outputs) and outputs[0].dtype.name in ("int32", "int64")

    def are_lengths(self, number):
        """Whether an operation returns a vector of whole numbers."""
        return self.is_whole(number) and self.links.operations[number].outputs[0].shape.ndims == 1

    def count_in_loops(self):
        """What only counts the iterations of a loop over the elements of tensors."""
        links, found = self.links, self.found
        inside, over_elements = [False] * len(links), set()
        for i in self.model():
            inside[i] = self.part(i) == "enter" or any(
                inside[one] and self.part(one) != "exit" for one in self.producers(i)
            )
            if inside[i] and re.match("TensorArray(Read|Write)", self.type(i)):
                at = links.scope(i)
                over_elements.add("")
                while at:
                    over_elements.add(at)
                    at = parent(at)
        needed, pending = set(), []
        for i in self.model():
            over = links.scope(i) in over_elements
            is_end = self.part(i) == "loop_cond" and not over
            is_exit = self.part(i) == "exit"
            is_result = not links.users[i] and (not found[i] or (is_exit and not over))
            if not inside[i] or is_end or is_result:
                pending.append(i)
            if is_result and is_exit:
                found[i] = 0  # the end of a loop, where nothing else shows its result
        while pending:
            i = pending.pop()
            if i < 0 or i in needed:
                continue
            needed.add(i)
            one = flows_on(links, i) if found[i] else -1
            pending += [p for k, (p, _) in enumerate(links.inputs[i]) if one in (-1, k)]
            pending.append(self.choices.get(i, -1))
        for i in self.model():
            if inside[i] and i not in needed:
                found[i] = SIZES

    def compute_sizes(self):
        """Sizes of tensors, and whole numbers computed from them or from constants, where something consumes them."""
        links, found = self.links, self.found
        of_tensor, of_constants = 1, 2
        sizes = self.sizes = [0] * len(links)
        for i in self.model():
            if i in self.of_length:
                sizes[i] = of_tensor
            if found[i]:
                continue
            producers, outputs = self.producers(i), links.operations[i].outputs
            if _SOURCES.fullmatch(self.type(i)):
                sizes[i] = of_tensor
            elif producers and outputs and not _RANDOM.match(self.type(i)):
                if self.is_whole(i) and all(sizes[one] or self.is_constant(one) for one in producers):
                    sizes[i] = of_tensor if any(sizes[one] == of_tensor for one in producers) else of_constants
        for i in reversed(range(len(links))):
            if sizes[i] and any(self.uses_size(i, user) for user in self.users(i)):
                found[i] = SIZES
        has = self.scopes_with_plumbing()
        for i in reversed(range(len(links))):
            producers = self.producers(i)
            if found[i] or self.roles[i] or not producers or not (sizes[i] or self.is_maker(i)):
                continue
            if all(self.ends(i, user) for user in self.users(i)) and all(
                sizes[one] or self.is_constant(one) for one in producers
            ):
                if self.around(i) in has or any(found[one] == SIZES for one in producers):
                    found[i] = SIZES

    def uses_size(self, number, user):
        if self.sizes[user] or self.found[user]:
            return self.ends(number, user)
        if self.sizes[number] == 1:
            return self.is_maker(user) or any(
                not self.sizes[one] and not self.is_constant(one) for one in self.producers(user)
            )
        return self.is_parameter(number, user)

    def compute_settings(self):
        """What is computed from a setting alone: `1 - keep_prob`."""
        for i, role in enumerate(self.roles):
            if role == SETTING and self.links.inputs[i] and not self.is_fed(i):
                self.found[i] = WIRING
        for i, role in enumerate(self.roles):
            if role == FEEDING and self.is_constant(i):
                if all(self.found[user] == WIRING for user in self.links.users[i]):
                    self.found[i] = SIZES

    def hold_parameters(self):
        """Constants that are sizes, axes and the like, those that only plumbing consumes, and what is left beside it."""
        links, has = self.links, self.scopes_with_plumbing()
        for i in self.model():
            if not self.is_constant(i):
                continue
            scope = links.scope(i)
            within = links.own.get(scope, i) != i
            if all(self.ends(i, user) or (not within and self.is_parameter(i, user)) for user in self.users(i)) and (
                links.users[i] or scope in has
            ):
                self.found[i] = SIZES

    def scopes_with_plumbing(self):
        return {self.around(i) for i, one in enumerate(self.found) if one} - {""}

    def around(self, number):
        """The scope that an operation's name lies in."""
        return parent(self.links.names[number])

    def users(self, number):
        """The consumers that are not auxiliary."""
        return [user for user in self.links.users[number] if not self.roles[user]]

    def ends(self, number, user):
        """Whether what flows from an operation to a consumer of the plumbing ends there."""
        one = flows_on(self.links, user) if self.found[user] == WIRING else -1
        return self.found[user] == SIZES if one < 0 else self.input(user, one) != number

    def is_parameter(self, number, user):
        """Whether an operation consumes this one as a size, an axis or the like."""
        kind = _FIRST if self.input(user, 0) == number else _PARAMETERS
        return kind.fullmatch(self.type(user)) is not None

    def is_maker(self, number):
        return _MAKERS.fullmatch(self.type(number)) is not None
