import { defineConfig } from 'vitest/config';
import { inNode } from '../packages/vitest.shared.ts';

// Files keep no state in modules but the browser: what a worker has loaded serves the next file.
const { experimental: _, ...workers } = inNode;

export default defineConfig({
  test: {
    // The tests in a browser mostly wait for it: two files at a time keep two cores busy.
    maxWorkers: 2,
    projects: [
      { test: { ...workers, name: 'pure', include: ['src/**/*.test.ts'] } },
      {
        test: {
          ...workers,
          name: 'whole',
          globalSetup: 'test/build.ts',
          include: ['test/**/*.whole.test.ts'],
        },
      },
    ],
  },
});
