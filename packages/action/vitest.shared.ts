// What both runs of this package's tests share, and which files are of the one that takes long.

/** Tests that run the action from end to end, over repositories of their own or the families of this checkout. */
export const ofWhole = ['src/action.test.ts', 'src/readme.test.ts', 'src/weekly.test.ts'] as const;

/** How tests of processes run. */
export const shared = {
  pool: 'forks',
  globalSetup: '../runner/fixtures/compile-cache.ts',
  maxWorkers: 2,
  // A busy machine takes several times as long as a quiet one.
  testTimeout: 240_000,
  hookTimeout: 240_000,
} as const;
