/** The overlays that the browser computes itself, so that a saved notebook has them too, in the menu's order. */
import type { Overlay } from "../model/overlays/overlay.ts";
import { age } from "./age.ts";
import { cell } from "./cell.ts";
import { device } from "./device.ts";
import { dtype } from "./dtype.ts";
import { size } from "./size.ts";
import { structure } from "./structure.ts";
import { type } from "./type.ts";

export const OVERLAYS: Overlay[] = [structure, type, device, dtype, size, cell, age];
