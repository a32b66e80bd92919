import { defineConfig } from 'vitest/config';
import { inNode } from '../packages/vitest.shared.ts';

// The files of tests that read the families of this checkout, and no site.
const { experimental: _, ...workers } = inNode;

export default defineConfig({
  test: { include: ['test/pure.test.ts'], ...workers },
});
