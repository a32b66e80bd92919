import { defineConfig } from 'vitest/config';
import { inNode } from '../vitest.shared.ts';

export default defineConfig({
  test: {
    ...inNode,
    // GitHub's parsers import JSON without saying so, which Node refuses.
    setupFiles: ['src/testing/json-imports.ts'],
    coverage: {
      enabled: 'KERNEL_LADDER_COVERAGE' in process.env,
      include: ['src/**'],
      exclude: ['src/**/*.test.ts', 'src/testing/**', 'src/end-to-end/**'],
      reporter: ['text-summary', 'json'],
      thresholds: { lines: 80 },
    },
  },
});
