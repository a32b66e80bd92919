import { defineConfig } from 'vitest/config';

// Kernels that run in the page, from end to end.
export default defineConfig({
  test: {
    include: ['test/browser/here.test.ts'],
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
