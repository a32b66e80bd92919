import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    coverage: { include: ['src/**'], reporter: ['text-summary', 'json-summary'] },
  },
});
