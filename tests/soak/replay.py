"""Runs programs of a batch with graphlab: `python -m tests.soak.replay BATCH WAY OUTCOME [SEED …]`, all where none is named."""

import json
import pathlib
import sys
import traceback

from tests.soak import codec, reproduce
from tests.soak.compare import Comparison
from tests.soak.ways import WAYS


def main(path, way, outcome, *seeds):
    batch = codec.load(path)
    with open(outcome, "a", encoding="utf-8") as file:
        for seed in seeds or sorted(batch, key=int):
            pathlib.Path(path + ".seed").write_text(seed)
            program, reference = batch[seed]["program"], batch[seed]["reference"]
            comparison = Comparison(program, reference, WAYS[way])
            try:
                comparison.check()
            except Exception:
                detail = traceback.format_exc(limit=-3).replace("\n", " ")
                write(file, {"kind": "harness", "call": "?", "detail": detail, "line": "", "reason": ""}, seed, way)
            for fault in comparison.faults:
                line = reproduce.line(fault.statement, program, reference)
                found = {
                    "kind": fault.kind,
                    "call": fault.call,
                    "detail": fault.detail,
                    "line": line,
                    "reason": fault.reason,
                }
                write(file, found, seed, way)
            write(file, {"kind": "done", "values": comparison.values}, seed, way)


def write(file, found, seed, way):
    file.write(json.dumps({**found, "seed": int(seed), "way": way}) + "\n")
    file.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
