import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // A busy machine takes several times as long as a quiet one.
    testTimeout: 60_000,
    // Files keep no state in modules: what a worker has loaded serves the next file.
    isolate: false,
    // GitHub's parsers import JSON without saying so, which Node refuses.
    setupFiles: ['src/testing/json-imports.ts'],
    coverage: {
      enabled: 'KERNEL_LADDER_COVERAGE' in process.env,
      include: ['src/**'],
      exclude: ['src/**/*.test.ts', 'src/testing/**', 'src/end-to-end/**'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: { lines: 80 },
    },
  },
});
