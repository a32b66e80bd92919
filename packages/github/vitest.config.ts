import { configDefaults, defineConfig } from 'vitest/config';

/** How all tests of this package run. */
export const shared = {
  // A busy machine takes several times as long as a quiet one.
  testTimeout: 60_000,
  // Files keep no state in modules: what a worker has loaded serves the next file.
  isolate: false,
  // GitHub's parsers import JSON without saying so, which Node refuses.
  setupFiles: ['src/testing/json-imports.ts'],
};

export default defineConfig({
  test: {
    ...shared,
    exclude: [...configDefaults.exclude, 'src/end-to-end/**'],
    coverage: {
      enabled: 'KERNEL_LADDER_COVERAGE' in process.env,
      include: ['src/**'],
      exclude: ['src/**/*.test.ts', 'src/testing/**', 'src/end-to-end/**'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: { lines: 80 },
    },
  },
});
