import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    pool: 'forks',
    globalSetup: 'fixtures/compile-cache.ts',
    // A test mostly waits for a family's process; two at a time keep two cores busy.
    maxWorkers: 2,
    // Test files keep no state in modules; loading the command line once a worker saves a sixth of the time.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    coverage: {
      include: ['src/**'],
      // The families' processes count for nothing here: only what runs in the tests' own process does.
      exclude: ['src/**/*.test.ts'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: { lines: 80 },
    },
  },
});
