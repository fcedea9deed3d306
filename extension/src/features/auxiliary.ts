/** Sets nodes aside and brings them back: by a key, or by a button of the details. */
import { cardButton, type MakeFeature } from "./feature.ts";

export const aside: MakeFeature = (desk) => {
  const find = (path: string) => desk.scene()?.nodes.find((node) => node.path === path);

  async function move(path: string): Promise<void> {
    const node = find(path);
    if (!node) return;
    // The others stay where they are on the screen.
    const stays = desk.scene()?.nodes.find((other) => !other.aside && other.path !== path);
    desk.show(await desk.engine.setAside(desk.view, path, !node.aside), stays?.path);
    desk.say(
      node.aside ? `${node.name} is back in the picture` : `${node.name} is set aside; x brings it back`,
    );
  }

  return {
    clicked({ node, move: moves }) {
      if (!moves || !node) return false;
      void move(node.path);
      return true;
    },
    key(event) {
      if (event.key !== "x" || !find(desk.current())) return false;
      void move(desk.current());
      return true;
    },
    buttons({ path }) {
      const node = find(path);
      if (!node) return [];
      const [text, title] = node.aside
        ? ["Bring back", "Show it among the others again"]
        : ["Set aside", "Show it beside the others, with small signs where its edges were"];
      return [cardButton(text, `${title} (x)`, () => void move(path))];
    },
  };
};
