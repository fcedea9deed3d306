/** What a picture can do; tools and layers come in this order. */
import type { MakeFeature } from "./desk.ts";
import { preview } from "./preview.ts";

export const FEATURES: MakeFeature[] = [preview];
