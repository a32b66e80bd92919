import { configDefaults, defineConfig } from 'vitest/config';
import families from './vitest.families.config.ts';
import { inNode } from '../packages/vitest.shared.ts';

// Files keep no state in modules but the browser: what a worker has loaded serves the next file.
const { experimental: _, ...workers } = inNode;

const site = { ...workers, globalSetup: 'test/build.ts' } as const;
const whole = 'test/**/*.whole.test.ts';

export default defineConfig({
  test: {
    // The tests in a browser mostly wait for it: two files at a time keep two cores busy.
    maxWorkers: 2,
    projects: [
      { test: { ...workers, name: 'pure', include: ['src/**/*.test.ts'] } },
      {
        test: {
          ...site,
          name: 'site',
          include: ['test/**/*.test.ts'],
          // A change of a kernel asks for those of the families alone.
          exclude: [...configDefaults.exclude, ...(families.test?.include ?? []), whole],
        },
      },
      { test: { ...site, name: 'whole', include: [whole] } },
    ],
  },
});
