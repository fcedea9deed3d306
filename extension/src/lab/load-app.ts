/** Loads the app, which draws diagrams, when the first one is to be drawn or JupyterLab has nothing else to do. */
import type { JupyterFrontEnd } from "@jupyterlab/application";
import { type App, hub } from "../hub.ts";

const IDLE = 1000; // ms after JupyterLab has restored what was open, where a browser does not say when it is idle

export function loadApp(): Promise<App> {
  hub.app ??= import("./app.js") as Promise<App>;
  return hub.app;
}

/** Loads it beforehand: a first diagram appears a quarter of a second earlier. */
export async function loadAppWhenIdle({ restored }: JupyterFrontEnd): Promise<void> {
  await restored;
  const load = () => void loadApp();
  if ("requestIdleCallback" in window) requestIdleCallback(load);
  else setTimeout(load, IDLE);
}
