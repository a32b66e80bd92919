// How the tests of every package run, without Vite where they can do without.
import { fileURLToPath } from 'node:url';

// What a worker has compiled the next one finds, of other packages too. It lies where `bench` keeps what it has compiled.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
  new URL('../node_modules/.cache/kernel-ladder', import.meta.url),
);

// A busy machine takes many times as long as a quiet one: no test is about time, so that only one that hangs comes to these.
const limitMs = 300_000;
const pollMs = 60_000;

/** Vitest's options for tests that Node runs from their sources. */
export const inNode = {
  pool: 'forks',
  // Files keep no state in modules: what a worker has loaded, and the driver with it, serves the next file.
  isolate: false,
  // Sources run as they lie there: Vite would rewrite all that a package imports, once for each package.
  // Nor does a hook look at each of them for mocks, of which there are none, and for tests in sources.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  testTimeout: limitMs,
  hookTimeout: limitMs,
  expect: { poll: { timeout: pollMs } },
} as const;
