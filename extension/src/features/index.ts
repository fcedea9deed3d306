/** What a picture can do; tools and layers come in this order. */
import { aside } from "./auxiliary.ts";
import { compare } from "./compare.ts";
import { compiled } from "./compiled.ts";
import { trace } from "./dependencies.ts";
import { copies } from "./duplicates.ts";
import { takeAway } from "./export.ts";
import { failure } from "./failure.ts";
import type { MakeFeature } from "./feature.ts";
import { find } from "./find.ts";
import { side } from "./linked-diagram.ts";
import { overlay } from "./overlay.ts";
import { preview } from "./preview.ts";
import { show } from "./show.ts";
import { step } from "./step.ts";
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
