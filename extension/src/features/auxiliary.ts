/** Removes nodes from the main graph and adds them again: by a key, or by a button of the details card. */
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
        ? `${node.name} is in the main graph again`
        : `${node.name} is auxiliary now; x adds it to the main graph`,
    );
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
    buttons({ path }) {
      const node = find(path);
      if (!node) return [];
      const [text, title] = node.auxiliary
        ? ["Add to main graph", "Draw it with its edges again"]
        : ["Remove from main graph", "Draw it beside the main graph, with labels in place of its edges"];
      return [cardButton(text, `${title} (x)`, () => void move(path))];
    },
  };
};
