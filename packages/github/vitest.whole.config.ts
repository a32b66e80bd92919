import { defineConfig } from 'vitest/config';
import { shared } from './vitest.config.ts';

// Whole pull requests: minutes of processes, which a change of the harness or the runner asks for.
export default defineConfig({
  test: { ...shared, include: ['src/end-to-end/**/*.test.ts'], testTimeout: 600_000, hookTimeout: 600_000 },
});
