import type { IStateDB } from "@jupyterlab/statedb";
import { expect, test } from "vitest";
import { PanelMemory } from "../src/lab/panel-memory.ts";

/** JupyterLab's state, as a page leaves it to the next. */
function state(): IStateDB {
  const saved = new Map<string, unknown>();
  return {
    fetch: async (key: string) => structuredClone(saved.get(key)),
    save: async (key: string, value: unknown) => void saved.set(key, structuredClone(value)),
  } as unknown as IStateDB;
}

test("the chosen tab, and the chosen graph of each notebook, are there after a reload", async () => {
  const db = state();
  const before = new PanelMemory(db);
  before.setTab("side", "run");
  before.setGraph("a.ipynb", { uid: "1", name: "mine" });
  before.setGraph("b.ipynb", { uid: "2", name: "other" });
  before.setGraph("c.ipynb", undefined);
  before.rename("a.ipynb", "renamed.ipynb");
  const after = new PanelMemory(db);
  await after.ready;
  expect(after.tab("side")).toBe("run");
  expect(after.graph("renamed.ipynb")?.name).toBe("mine");
  expect(after.graph("b.ipynb")?.uid).toBe("2");
  expect([after.graph("a.ipynb"), after.graph("c.ipynb")]).toEqual([undefined, undefined]);
});

test("without a state, or with a broken one, nothing is restored", async () => {
  for (const db of [null, { fetch: () => Promise.reject(new Error("no state")) } as unknown as IStateDB]) {
    const memory = new PanelMemory(db);
    await memory.ready;
    expect(memory.tab("side")).toBeUndefined();
  }
});
