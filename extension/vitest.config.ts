import { defineConfig } from "vitest/config";

// A test that hangs ends after a minute; none may fail because the machine is busy.
export default defineConfig({ test: { include: ["tests/**/*.test.ts"], testTimeout: 60_000 } });
