import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // A busy machine takes several times as long as a quiet one.
    testTimeout: 60_000,
    coverage: { include: ['src/**'], reporter: ['text-summary', 'json-summary'], thresholds: { lines: 80 } },
  },
});
