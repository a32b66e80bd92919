import { defineConfig } from 'vitest/config';
import { inNode } from '../vitest.shared.ts';

export default defineConfig({
  test: {
    ...inNode,
    // What is waited for comes late on a busy machine.
    expect: { poll: { timeout: 30_000 } },
  },
});
