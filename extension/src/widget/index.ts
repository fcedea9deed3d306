/** The anywidget entry: connects the kernel's graph and loads the app, once per page. */
import type { AnyModel, RenderProps } from "@anywidget/types";
import { type App, connect, hub } from "../hub.ts";

interface State {
  graph: string;
  /** The messages for this output; [] for the model that all others of the graph share. */
  messages: Record<string, unknown>[];
}

function appFromKernel(model: AnyModel<State>): Promise<App> {
  return new Promise((resolve, reject) => {
    const listener = (content: { type?: string; code?: string }) => {
      if (content?.type !== "app") return;
      model.off("msg:custom", listener);
      const url = URL.createObjectURL(new Blob([content.code as string], { type: "text/javascript" }));
      import(/* @vite-ignore */ url).then(resolve, reject).finally(() => URL.revokeObjectURL(url));
    };
    model.on("msg:custom", listener);
    model.send({ type: "app" });
  });
}

export default {
  /** Runs once per model, rendered or not, so that the JupyterLab plugin's diagrams are live as well. */
  initialize({ model }: { model: AnyModel<State> }) {
    if (model.get("messages")?.length) return;
    const leave = connect(model.get("graph"), {
      send(command) {
        try {
          model.send(command);
        } catch {
          leave(); // the kernel was restarted: its end of the model is closed
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
    try {
      model.send({ type: "rendered" });
    } catch {} // the kernel is gone
    hub.app ??= appFromKernel(model);
    return (await hub.app).show(el, {
      graph: model.get("graph"),
      chunks: [],
      messages: model.get("messages"),
    });
  },
};
