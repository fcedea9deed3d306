"""Saved outputs as a notebook may hold them, with the kernel that is behind them or none."""

import random as chances

from tests.soak.hostile import messages, pieces, texts

COMMANDS = (
    *(
        "sync",
        "attributes",
        "subgraph",
        "find",
        "overlays",
        "overlay",
        "compiled",
        "hlo",
        "page",
        "watch",
        "watch-sync",
    ),
    *("step-sync", "step-go", "step-break", "step-card", "confirm"),
)
ANSWERS = {
    "sync": "piece", "subgraph": "subgraph", "find": "find", "hlo": "hlo", "watch-sync": "watch", "step-sync": "step-schedule",
    "step-go": "step", "confirm": "piece", "step-break": "step",
}  # fmt: skip


def diagram(seed):
    """What harness.js shows for a seed: {seed, source, kernel, find, presses, save, saves}."""
    random = chances.Random(seed)
    uid = f"g{seed}" if random.random() < 0.9 else texts.text(random, 100) + str(seed)
    source = {"graph": uid, "chunks": [pieces.chunk(random, uid) for _ in range(random.choice((1, 1, 1, 2, 5)))]}
    if random.random() < 0.7:
        source["messages"] = [messages.message(random) for _ in range(random.choice((1, 2, 6)))]
    if random.random() < 0.1:
        source[random.choice(("chunks", "messages", "graph", "imageCursor"))] = texts.value(random)
    return {
        "seed": seed,
        "source": source,
        "kernel": kernel(random, uid) if random.random() < 0.5 else None,
        "find": random.choice(
            (texts.text(random, 5000), "is:" + random.choice(texts.KEYS), "*" * 500 + "a", "a", "type:*", '"')
        ),
        "presses": random.choice((0, 5, 25)),
        "save": random.random() < 0.1,
        "saves": random.random() < 0.1,
    }


def kernel(random, uid):
    """A kernel that says anything, and answers with anything."""
    said = [messages.message(random) | messages.data(random, uid) for _ in range(random.choice((0, 2, 6)))]
    answers = {}
    for kind in COMMANDS:
        if random.random() < 0.7:
            answer = messages.message(random, ANSWERS.get(kind, kind))
            answers[kind] = [answer | messages.data(random, uid)]
    if random.random() < 0.3 and "step-sync" in answers:
        answers["step-sync"].append(messages.message(random, "step"))
    return {"graph": uid, "messages": said, "answers": answers}
