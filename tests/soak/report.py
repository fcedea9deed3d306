"""What a part of the campaign did and found: counts, and faults with the seed that shows each again."""

import collections

_SHOWN = 3  # of each group of faults


class Report:
    """part: its name.  done: Counter of what was tried.  faults: {(kind, call): [fault]}.  expected: Counter by reason."""

    def __init__(self, part, echo=print):
        self.part = part
        self.echo = echo
        self.done = collections.Counter()
        self.faults = collections.defaultdict(list)
        self.expected = collections.Counter()

    def add(self, found):
        """One fault, or word of one program that is done; a dict."""
        if found["kind"] == "done":
            self.done[found.get("way", "tries")] += 1
            self.done["values"] += found.get("values", 0)
            return
        if found.get("reason"):
            self.expected[found["reason"]] += 1
            return
        group = self.faults[found["kind"], found["call"]]
        group.append(found)
        if len(group) <= _SHOWN:
            way = f" {found['way']}" if found.get("way") else ""
            self.echo(
                f"FAULT {self.part} seed {found['seed']}{way}: {found['kind']} in {found['call']}: {found['detail'][:400]}"
            )
            if found.get("line"):
                self.echo(f"      {found['line'][:700]}")

    def note(self, text):
        """A word on the way."""
        self.echo(f"{self.part}: {text}")

    def summary(self):
        """The counts, in one line."""
        kinds = collections.Counter()
        for (kind, _), group in self.faults.items():
            kinds[kind] += len(group)
        done = ", ".join(f"{count} {name}" for name, count in sorted(self.done.items()))
        found = ", ".join(f"{count} {name}" for name, count in kinds.most_common()) or "no faults"
        return f"{done}; {found}; {sum(self.expected.values())} expected differences"

    def end(self):
        """Prints all there is to say; True when nothing was found."""
        self.echo(f"== {self.part}: {self.summary()}")
        for (kind, call), group in sorted(self.faults.items(), key=lambda item: -len(item[1])):
            seeds = ", ".join(str(fault["seed"]) for fault in group[:6])
            self.echo(f"   {len(group):5} {kind} in {call} (seeds {seeds}{' …' if len(group) > 6 else ''})")
        for why, count in self.expected.most_common():
            self.echo(f"   {count:5} expected: {why}")
        return not self.faults
