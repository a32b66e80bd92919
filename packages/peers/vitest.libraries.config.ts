// The tests that need other people's libraries: `pnpm libraries` installs these, `pnpm test` does without.
import { mergeConfig } from 'vitest/config';
import plain from './vitest.config.ts';

export default mergeConfig(plain, {
  test: {
    include: ['src/web/*.libraries.ts'],
    // A library keeps what it has seen of a device.
    isolate: true,
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
});
