import { defineConfig } from 'vitest/config';
import { inNode } from '../vitest.shared.ts';

export default defineConfig({
  test: {
    ...inNode,
    coverage: {
      enabled: 'KERNEL_LADDER_COVERAGE' in process.env,
      include: ['src/**'],
      exclude: ['src/**/*.test.ts'],
      reporter: ['text-summary', 'json'],
      thresholds: { lines: 80 },
    },
  },
});
