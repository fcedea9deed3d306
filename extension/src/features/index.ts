/** The features of a diagram; tools and layers are in this order. */
import { apply } from "./apply/apply.ts";
import { auxiliary } from "./auxiliary.ts";
import { compare } from "./compare.ts";
import { compiled } from "./compiled.ts";
import { dependencies } from "./dependencies.ts";
import { duplicates } from "./duplicates.ts";
import { edit } from "./edit.ts";
import { explain } from "./explain.ts";
import { exportMenu } from "./export.ts";
import { failure } from "./failure.ts";
import type { MakeFeature } from "./feature.ts";
import { fields } from "./fields.ts";
import { find } from "./find.ts";
import { kernel } from "./kernel.ts";
import { link } from "./link.ts";
import { linkedDiagram } from "./linked-diagram.ts";
import { overlay } from "./overlay.ts";
import { peek } from "./peek.ts";
import { preview } from "./preview.ts";
import { question } from "./question.ts";
import { show } from "./show.ts";
import { step } from "./step.ts";
import { train } from "./train.ts";
import { values } from "./values.ts";
import { watch } from "./watch.ts";

export const FEATURES: MakeFeature[] = [
  failure,
  fields,
  duplicates,
  apply,
  preview,
  overlay,
  find,
  dependencies,
  values,
  explain,
  step,
  train,
  watch,
  peek,
  compiled,
  edit,
  auxiliary,
  show,
  exportMenu,
  compare,
  linkedDiagram,
  link,
  question,
  kernel,
];
