/** What a picture can do; tools and layers come in this order. */
import { aside } from "./aside.ts";
import { compare } from "./compare.ts";
import { compiled } from "./compiled.ts";
import { copies } from "./copies.ts";
import type { MakeFeature } from "./desk.ts";
import { takeAway } from "./export.ts";
import { failure } from "./failure.ts";
import { find } from "./find.ts";
import { overlay } from "./overlay.ts";
import { preview } from "./preview.ts";
import { show } from "./show.ts";
import { side } from "./side.ts";
import { step } from "./step.ts";
import { trace } from "./trace.ts";
import { watch } from "./watch.ts";

export const FEATURES: MakeFeature[] = [
  failure,
  copies,
  preview,
  overlay,
  find,
  trace,
  step,
  watch,
  compiled,
  aside,
  show,
  takeAway,
  compare,
  side,
];
