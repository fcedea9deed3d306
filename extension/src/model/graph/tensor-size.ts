/** How many numbers and bytes a tensor has, from its static shape; an unknown size counts as one. */
import type { Output } from "./graph.ts";

const WIDTHS = new Map([
  ["bool", 1],
  ["half", 2],
  ["complex64", 8],
  ["complex128", 16],
  ["double", 8],
  ["float", 4],
]);

/** 0 where the rank is unknown. */
export function elementsOf(shape: string): number {
  return shape === "*" ? 0 : sizesOf(shape).reduce((product, size) => product * size, 1);
}

export function sizesOf(shape: string): number[] {
  return shape === "" ? [] : shape.split(",").map((size) => Number(size) || 1);
}

/** 0 where the rank or the element width is unknown. */
export function bytesOf({ dtype, shape }: Output): number {
  const type = dtype.replace(/_ref$/, "");
  const width = WIDTHS.get(type) ?? Number(/(\d+)$/.exec(type)?.[1] ?? 0) / 8;
  return width ? elementsOf(shape) * Math.ceil(width) : 0;
}
