/** Removes nodes from the main graph and adds them again: by a key, or by a button of the details card. */
import { __ } from "../words.ts";
import { cardButton, type MakeFeature } from "./feature.ts";

export const auxiliary: MakeFeature = (context) => {
  const find = (path: string) => context.scene()?.nodes.find((node) => node.path === path);

  async function move(path: string): Promise<void> {
    const node = find(path);
    if (!node || node.kind === "rest") return;
    // The other nodes keep their place on the screen.
    const stays = context.scene()?.nodes.find((other) => !other.auxiliary && other.path !== path);
    context.show(await context.engine.setAuxiliary(context.view, path, !node.auxiliary), stays?.path);
    context.notify(
      node.auxiliary
        ? __("%1 is in the main graph again", node.name)
        : __("%1 is auxiliary now; x adds it to the main graph", node.name),
    );
  }

  function moveButton(path: string): HTMLElement[] {
    const node = find(path);
    if (!node) return [];
    const [text, title] = node.auxiliary
      ? [__("Add to main graph"), __("Draw it with its edges again (x)")]
      : [
          __("Remove from main graph"),
          __("Draw it beside the main graph, with labels in place of its edges (x)"),
        ];
    return [cardButton(text, title, () => void move(path), undefined, "more")];
  }

  return {
    clicked({ node, move: moves }) {
      if (!moves || !node) return false;
      void move(node.path);
      return true;
    },
    key(event) {
      if (event.key !== "x" || !find(context.current())) return false;
      void move(context.current());
      return true;
    },
    buttons: ({ path }) => moveButton(path),
    scopeButtons: (path) => moveButton(path),
  };
};
