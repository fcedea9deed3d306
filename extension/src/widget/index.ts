/** The anywidget entry: it names the kernel's graph and fetches the app, once per page, if nobody else has. */
import type { AnyModel, RenderProps } from "@anywidget/types";
import { type App, connect, hub } from "../hub.ts";

interface State {
  graph: string;
  /** What this output is told; [] for the model that all others of the graph share. */
  messages: Record<string, unknown>[];
}

function appFromKernel(model: AnyModel<State>): Promise<App> {
  return new Promise((resolve, reject) => {
    const listener = (content: { type?: string }, buffers: DataView[]) => {
      if (content?.type !== "app") return;
      model.off("msg:custom", listener);
      const url = URL.createObjectURL(new Blob([buffers[0] as BlobPart], { type: "text/javascript" }));
      import(/* @vite-ignore */ url).then(resolve, reject).finally(() => URL.revokeObjectURL(url));
    };
    model.on("msg:custom", listener);
    model.send({ type: "app" });
  });
}

export default {
  /** Runs once per model, drawn or not, so that the JupyterLab plugin's pictures are live as well. */
  initialize({ model }: { model: AnyModel<State> }) {
    if (model.get("messages")?.length) return;
    const leave = connect(model.get("graph"), {
      send(command) {
        try {
          model.send(command);
        } catch {
          leave(); // the kernel was restarted: its end of the model is gone
        }
      },
      listen(listener) {
        model.on("msg:custom", listener);
        return () => model.off("msg:custom", listener);
      },
    });
    return leave;
  },
  async render({ model, el }: RenderProps<State>) {
    hub.app ??= appFromKernel(model);
    return (await hub.app).show(el, {
      graph: model.get("graph"),
      chunks: [],
      messages: model.get("messages"),
    });
  },
};
