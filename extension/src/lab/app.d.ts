import type { App } from "../hub.ts";

export const show: App["show"];
