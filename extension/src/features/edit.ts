/** Edits of the line that made an operation, in a %%graph cell: renamed, changed, moved, rewired, deleted. */
import { hub } from "../hub.ts";
import { type EditForm, type EditKind, EditPanel } from "../panels/edit.ts";
import { __ } from "../words.ts";
import { cardButton, type MakeFeature } from "./feature.ts";

/** The answer to an edit: the text of the cell as it ran and with the edit, or why there is none. */
interface EditResult {
  op: number;
  request: number;
  why?: string;
  cell: number;
  before: string;
  after: string;
  /** The path to show in the new graph. */
  at: string;
}

export const edit: MakeFeature = (context) => {
  let panel: EditPanel | undefined;
  let request = 0;
  /** What can be edited of scopes that one call has made, by path; undefined until the kernel has said so. */
  const scopes = new Map<string, EditForm | undefined>();

  /** Opens the form of an operation, or of the call that made the scope at `path`. */
  function open(op: number, kind: EditKind, path = ""): void {
    panel = new EditPanel(op, kind, path, {
      send: (fields) => send(op, kind, fields),
      cancel: () => close(),
    });
    context.refreshCard();
    const form = scopes.get(path);
    if (kind === "delete") send(op, kind, {});
    else if (form) panel.open(form);
    else context.send({ type: "edit-form", op });
  }

  function close(): void {
    panel = undefined;
    context.refreshCard();
    context.focus();
  }

  function send(op: number, kind: EditKind, fields: Record<string, string>): void {
    const scope = panel && scopes.get(panel.path)?.kinds ? { path: panel.path } : {};
    context.send({ type: "edit", op, edit: kind, request: ++request, ...scope, ...fields });
  }

  async function receive(result: EditResult): Promise<void> {
    const mine = panel;
    if (!mine || result.request !== request || result.op !== mine.op) return;
    if (result.why) return mine.fail(result.why);
    const { cell, before, after, at } = result;
    const why = await hub.editCell?.({ cell, before, after }, context.host, { view: context.state(), at });
    if (mine !== panel) return;
    if (why) mine.fail(why);
    else close();
  }

  function buttons(op: number, path = "", kinds?: EditKind[]): HTMLElement[] {
    const button = (kind: EditKind, text: string, title: string) => {
      if (kinds && !kinds.includes(kind)) return [];
      const isOpen = panel?.op === op && panel.path === path && panel.kind === kind;
      return [cardButton(text, title, () => (isOpen ? close() : open(op, kind, path)), isOpen, "edit")];
    };
    return [
      ...button("rename", __("Rename…"), __("Another name in the graph, by its line")),
      ...button("arguments", __("Edit…"), __("Other arguments of the call that made it")),
      ...button("move", __("Move…"), __("Its line into a name scope, or out of one")),
      ...button("rewire", __("Rewire…"), __("An input that comes from another tensor")),
      ...button("delete", __("Delete"), __("Its line is deleted, where nothing else uses it")),
    ];
  }

  function sections(isIts: (panel: EditPanel) => boolean): HTMLElement[] {
    if (!panel || !isIts(panel)) return [];
    panel.keepFocus(); // the card is made anew around it
    return [panel.element];
  }

  function scopeForm(path: string): EditForm | undefined {
    if (!context.live || !hub.editCell || path.includes(" ")) return undefined;
    if (!scopes.has(path)) {
      scopes.set(path, undefined);
      context.send({ type: "edit-form", path });
    }
    return scopes.get(path);
  }

  return {
    messages: {
      "edit-form": (content) => {
        const form = content as unknown as EditForm & { why?: string; path?: string };
        if (form.path !== undefined) {
          scopes.set(form.path, form);
          context.refreshCard();
        } else if (form.op === panel?.op) {
          if (form.why) panel.fail(form.why);
          else panel.open(form);
        }
      },
      "edit-result": (content) => receive(content as unknown as EditResult),
      refused: (content) => {
        if (content.command === "edit") panel?.fail(content.why as string);
      },
    },
    buttons({ op, made }) {
      const isTheirs =
        context.live && made.cell >= 0 && hub.editCell && hub.editsCell?.(made.cell, context.host);
      return isTheirs ? buttons(op) : [];
    },
    scopeButtons(path) {
      const form = scopeForm(path);
      return form ? buttons(form.op, path, form.kinds) : [];
    },
    opened(details) {
      if (panel && panel.op !== details.op) panel = undefined;
    },
    scene: () => scopes.clear(),
    sections: (details) => sections(({ op, path }) => op === details.op && !path),
    scopeSections: (path) => sections((own) => own.path === path),
    escape() {
      if (!panel) return false;
      close();
      return true;
    },
  };
};
