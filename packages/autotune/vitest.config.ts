import { defineConfig } from 'vitest/config';

// A busy machine takes several times as long as a quiet one.
export default defineConfig({
  test: {
    testTimeout: 60_000,
    // Files keep no state in modules: what a worker has loaded serves the next file.
    isolate: false,
  },
});
