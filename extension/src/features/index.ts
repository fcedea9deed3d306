/** What a picture can do; tools and layers come in this order. */
import { aside } from "./aside.ts";
import { compiled } from "./compiled.ts";
import type { MakeFeature } from "./desk.ts";
import { find } from "./find.ts";
import { preview } from "./preview.ts";
import { trace } from "./trace.ts";

export const FEATURES: MakeFeature[] = [preview, find, trace, compiled, aside];
