/**
 * "Apply…": the reader selects tensors, chooses what to apply to them, and the page writes the line into the notebook and
 * runs it. The diagram never changes a graph itself.
 */
import { html, set } from "../../dom.ts";
import { hub } from "../../hub.ts";
import { __, needsKernel } from "../../words.ts";
import { cardButton, type MakeFeature } from "../feature.ts";
import { Adding } from "./adding.ts";
import { Dialog } from "./dialog.ts";
import { PaletteKernel } from "./kernel.ts";
import { Selection } from "./selection.ts";

export const apply: MakeFeature = (context) => {
  const kernel = new PaletteKernel((command) => context.send(command));
  const selection = new Selection(
    context,
    () => open(),
    () => dialog.aimAt(selection.tensors),
  );
  const adding = new Adding(context, (tensors) => selection.set(tensors));
  const addLabel = hub.addCode ? __("Add") : __("Copy the line");
  const dialog = new Dialog(kernel, `graphlab-palette-${context.view}`, addLabel, {
    scopeNames: () => context.engine.scopeNames(context.view),
    isWithin: () => hub.isWithin?.(context.host) ?? false,
    add: (line, filled) => adding.add(line, filled),
    toggled,
  });
  const button = html("button", { class: "primary", "aria-expanded": "false", hidden: true }, __("Apply…"));
  button.onclick = () => (dialog.isOpen ? dialog.close(true) : open());
  const first = html("button", { class: "primary" }, __("Apply…"));
  first.onclick = () => open();
  const invitation = html(
    "div",
    { class: "invitation", hidden: true },
    html("p", {}, __("Or begin here, with a placeholder, a variable or example data:")),
    first,
  );
  context.tool(button);
  context.float(dialog.element);
  context.empty(invitation);

  /** The palette is to be opened as soon as there are a kernel and a scene. */
  let begins = false;

  /** Whether there is, or was, a kernel in this page. */
  function hasKernel(): boolean {
    return context.live || hub.known.has(context.graph);
  }

  function open(): void {
    if (!context.live) {
      context.notify(needsKernel());
      return;
    }
    let opens = selection.isSettled;
    // Before it is known what the node outputs: the keys that follow are for the palette.
    if (!opens) dialog.open([]);
    void selection.current(
      (tensors) => {
        if (opens && !dialog.isOpen) dialog.open(tensors); // one that is open follows the selection
      },
      () => {
        opens = dialog.isOpen;
        dialog.close();
      },
    );
  }

  function toggled(isOpen: boolean, moveFocus: boolean): void {
    set(button, { "aria-expanded": String(isOpen) });
    // It is as high as the palette from now on: nothing moves when that opens again.
    const frame = dialog.element.parentElement;
    if (isOpen && frame) set(frame, { "data-builds": true });
    if (moveFocus) context.focus();
  }

  function beginIfReady(): void {
    if (!begins || !context.live || !context.scene()) return;
    begins = false;
    open();
  }

  const builder = {
    host: () => context.host,
    begin() {
      begins = true;
      beginIfReady();
    },
    goOn(from: number, outputs: string[]) {
      context.focus();
      return adding.goOn(from, outputs);
    },
  };
  hub.builders.add(builder);

  function cardButtons(): HTMLElement[] {
    if (!hasKernel()) return [];
    const title = context.live ? __("Apply an operation to what this outputs (a)") : needsKernel();
    const made = cardButton(__("Apply…"), title, () => {
      selection.clear();
      open();
    });
    set(made, { disabled: !context.live });
    return [made];
  }

  return {
    layer: selection.layer,
    messages: kernel.messages,
    scene({ operations }) {
      adding.growth.seen(operations);
      if (selection.tensors.length) void selection.place();
      dialog.forgetLine();
      beginIfReady();
    },
    live(live) {
      kernel.forget();
      const title = live
        ? __("Apply an operation to what is selected, or begin with a source (a)")
        : needsKernel();
      for (const one of [button, invitation]) one.hidden = !hasKernel();
      for (const one of [button, first]) set(one, { title, disabled: !live });
      if (live) context.host.addEventListener("focusin", () => kernel.prepare(), { once: true });
      else dialog.close();
      beginIfReady();
    },
    key(event) {
      if (event.key === "Enter" && event.shiftKey) void selection.toggleNode(context.current());
      else if (event.key === "a" && hasKernel()) open();
      else return false;
      return true;
    },
    escape() {
      if (!dialog.isOpen) return selection.clear();
      dialog.close(true);
      return true;
    },
    clicked({ node, edge, toggle, adds, move, stub }) {
      selection.closeMenu();
      if (!adds || !hasKernel()) dialog.close();
      if (toggle || move || stub || !hasKernel()) return false;
      if (adds && node) void selection.toggleNode(node.path);
      else if (edge && !node) void selection.takeEdge(edge.id, adds);
      else if (!adds) selection.clear();
      return adds && Boolean(node ?? edge);
    },
    buttons: () => cardButtons(),
    scopeButtons: () => cardButtons(),
    remove: () => hub.builders.delete(builder),
  };
};
