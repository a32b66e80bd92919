import { configDefaults, defineConfig } from 'vitest/config';
import { ofWhole, shared } from './vitest.shared.ts';

export default defineConfig({
  test: {
    ...shared,
    exclude: [...configDefaults.exclude, ...ofWhole],
    coverage: {
      enabled: 'KERNEL_LADDER_COVERAGE' in process.env,
      include: ['src/**'],
      // The action's own process counts for nothing here: only what runs in the tests' does.
      exclude: ['src/**/*.test.ts', 'src/action.ts', 'src/command.ts', 'src/main.ts', 'src/workspace.ts'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: { lines: 80 },
    },
  },
});
