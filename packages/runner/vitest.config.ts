import { configDefaults, defineConfig } from 'vitest/config';
import { ofFamilies, shared } from './fixtures/vitest.ts';

export default defineConfig({
  test: {
    ...shared,
    globalSetup: 'fixtures/compile-cache.ts',
    exclude: [...configDefaults.exclude, ...ofFamilies],
    coverage: {
      enabled: 'KERNEL_LADDER_COVERAGE' in process.env,
      include: ['src/**'],
      // The families' processes count for nothing here: only what runs in the tests' own process does.
      // Nor do packages that are made: whole tests and those of families make them, in runs of their own.
      exclude: ['src/**/*.test.ts', 'src/scaffold/**'],
      reporter: ['text-summary', 'json'],
      // Commands that take long are run by whole tests, whose lines evidence counts together with these.
      thresholds: { lines: 60 },
    },
  },
});
