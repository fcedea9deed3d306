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

test("a choice made before the earlier ones are read keeps them", async () => {
  const db = state();
  const before = new PanelMemory(db);
  before.setGraph("a.ipynb", { uid: "1", name: "mine" });
  before.setGraph("b.ipynb", { uid: "2", name: "other" });
  await before.ready;
  const during = new PanelMemory(db);
  during.setTab("side", "run");
  during.setGraph("b.ipynb", undefined);
  await during.ready;
  const after = new PanelMemory(db);
  await after.ready;
  expect(after.tab("side")).toBe("run");
  expect(after.graph("a.ipynb")?.name).toBe("mine");
  expect(after.graph("b.ipynb")).toBeUndefined();
});

test("a graph is remembered when its notebook, or a folder around it, is renamed", async () => {
  const memory = new PanelMemory(state());
  for (const path of ["work/a.ipynb", "work/more/b.ipynb", "workshop/c.ipynb"])
    memory.setGraph(path, { uid: path, name: "mine" });
  await memory.rename("work/a.ipynb", "work/z.ipynb");
  await memory.rename("work", "done");
  expect(memory.graph("done/z.ipynb")?.uid).toBe("work/a.ipynb");
  expect(memory.graph("done/more/b.ipynb")?.uid).toBe("work/more/b.ipynb");
  expect(memory.graph("workshop/c.ipynb")?.uid).toBe("workshop/c.ipynb");
  expect(memory.graph("work/a.ipynb")).toBeUndefined();
});

test("the chosen tab, and the chosen graph of each notebook, are there after a reload", async () => {
  const db = state();
  const before = new PanelMemory(db);
  before.setTab("side", "run");
  before.setGraph("a.ipynb", { uid: "1", name: "mine" });
  before.setGraph("b.ipynb", { uid: "2", name: "other" });
  before.setGraph("c.ipynb", undefined);
  await before.rename("a.ipynb", "renamed.ipynb");
  const after = new PanelMemory(db);
  await after.ready;
  expect(after.tab("side")).toBe("run");
  expect(after.graph("renamed.ipynb")?.name).toBe("mine");
  expect(after.graph("b.ipynb")?.uid).toBe("2");
  expect([after.graph("a.ipynb"), after.graph("c.ipynb")]).toEqual([undefined, undefined]);
});

test("without a state, or with a broken one, nothing is restored or saved", async () => {
  const refuse = () => Promise.reject(new Error("no state"));
  for (const db of [null, { fetch: refuse, save: refuse } as unknown as IStateDB]) {
    const memory = new PanelMemory(db);
    await memory.ready;
    expect(memory.tab("side")).toBeUndefined();
    memory.setTab("side", "run");
    expect(memory.tab("side")).toBe("run");
  }
});
