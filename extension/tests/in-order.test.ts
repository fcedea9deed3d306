import { expect, it } from "vitest";
import { inOrder } from "../src/in-order.ts";

it("calls one after the other, and goes on after one that failed", async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const call = inOrder(async (number: number) => {
    begun.push(number);
    await new Promise((resolve) => setTimeout(resolve, 10 - number));
    if (number === 2) throw new Error("wrong");
    ended.push(number);
  });
  const calls = [1, 2, 3].map(call);
  await Promise.resolve();
  await Promise.resolve();
  expect(begun).toEqual([1]);
  await expect(calls[1]).rejects.toThrow("wrong");
  await calls[2];
  expect([begun, ended]).toEqual([
    [1, 2, 3],
    [1, 3],
  ]);
});
