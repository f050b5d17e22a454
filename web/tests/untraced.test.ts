import { expect, test } from "vitest";

test("errors have no trace while the first file is read, and one again when the app begins", async () => {
  const usual = Error.stackTraceLimit;
  const { trace } = await import("../src/untraced");
  const meanwhile = new Error("kept at hand");
  trace();
  expect(meanwhile.stack).not.toMatch(/\n\s+at /);
  expect(Error.stackTraceLimit).toBe(usual);
});
