import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    coverage: { include: ['src/**'], reporter: ['text-summary', 'json-summary'], thresholds: { lines: 80 } },
  },
});
