import { configDefaults, defineConfig } from 'vitest/config';
import families from './vitest.families.config.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // A change of a kernel asks for those alone.
    exclude: [...configDefaults.exclude, ...(families.test?.include ?? [])],
    globalSetup: 'test/build.ts',
    pool: 'forks',
    // Files keep no state in modules: what a worker has loaded serves the next file.
    isolate: false,
    // The tests in a browser mostly wait for it: two files at a time keep two cores busy.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
