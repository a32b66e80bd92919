import { defineConfig } from 'vitest/config';
import { inNode } from '../vitest.shared.ts';

export default defineConfig({
  test: {
    ...inNode,
    globalSetup: '../runner/fixtures/compile-cache.ts',
    maxWorkers: 2,
    // A busy machine takes several times as long as a quiet one.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    coverage: {
      enabled: 'KERNEL_LADDER_COVERAGE' in process.env,
      include: ['src/**'],
      // The action's own process counts for nothing here: only what runs in the tests' does.
      exclude: ['src/**/*.test.ts', 'src/action.ts', 'src/command.ts', 'src/main.ts', 'src/workspace.ts'],
      reporter: ['text-summary', 'json'],
      thresholds: { lines: 80 },
    },
  },
});
