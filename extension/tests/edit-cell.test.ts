/** Edits that are written into a cell of the notebook, and what the diagram that follows begins with. */
import { beforeEach, expect, it, vi } from "vitest";
import { hub } from "../src/hub.ts";
import { editCell } from "../src/lab/edit-cell.ts";

const edit = { cell: 3, before: "%%graph\nx = 1\n", after: "%%graph\nx = 2" };
const shown = { at: "", field: "x" };

/** A notebook of one cell, number 3, whose run ends in these outputs. */
function notebook(...outputs: object[]) {
  let source = edit.before;
  const sharedModel = {
    getSource: () => source,
    setSource: (text: string) => {
      source = text;
    },
  };
  const cell = {
    node: { contains: () => true },
    model: { id: "one", executionCount: 3, sharedModel, outputs: { toJSON: () => outputs } },
  };
  const panel = {
    id: "panel",
    node: { contains: () => true },
    content: { widgets: [cell], activeCellIndex: 0, node: { contains: () => false } },
    sessionContext: { session: { kernel: {} } },
  };
  const shell = { widgets: () => [panel], currentWidget: panel };
  return { app: { shell, commands: { execute: async () => {} } } as never, cell, source: () => source };
}

beforeEach(() => {
  vi.stubGlobal("document", { activeElement: null });
  vi.stubGlobal("HTMLElement", class {});
  hub.successor = undefined;
});

it("writes and runs the cell, and its diagram goes on", async () => {
  const { app, cell, source } = notebook();
  expect(await editCell(app)(edit, cell.node as never, shown)).toBe("");
  expect(source()).toBe(edit.after);
  expect(hub.successor).toEqual({ cell: cell.node, ...shown });
});

it("leaves nothing for the diagram of a later run where the cell fails", async () => {
  const { app, cell } = notebook({ output_type: "error", ename: "NameError", evalue: "y\nmore" });
  expect(await editCell(app)(edit, cell.node as never, shown)).toBe("NameError: y");
  expect(hub.successor).toBeUndefined();
});

it("leaves a cell alone that was changed", async () => {
  const { app, cell, source } = notebook();
  const why = await editCell(app)({ ...edit, before: "other" }, cell.node as never, shown);
  expect([why !== "", source(), hub.successor]).toEqual([true, edit.before, undefined]);
});
