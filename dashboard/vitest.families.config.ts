import { defineConfig } from 'vitest/config';

// The files of tests that read the families of this checkout, and no site.
export default defineConfig({
  test: { include: ['test/pure.test.ts'], pool: 'forks', testTimeout: 60_000, hookTimeout: 60_000 },
});
