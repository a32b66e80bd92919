// Every family of the workspace, found by its folder, with the texts of its kernels and its tuning tables: a new one appears by itself.
import { textLoader } from '@kernel-ladder/harness';
import type { Family, WgslLoader } from '@kernel-ladder/harness';

const packages = '../../../packages';
const texts = import.meta.glob<string>(
  [
    '../../../packages/kernel-*/src/**/*.{wgsl,ts}',
    '../../../packages/kernel-*/tuning/*.json',
    // What the compiler writes kernels with, for those who show its lines.
    '../../../packages/fusion/src/**/*.ts',
    '!**/*.test.ts',
    '!**/{bench,testing}.ts',
    '!**/{wrong,testing}/**',
  ],
  { query: '?raw', import: 'default', eager: true },
);
const modules = import.meta.glob<Family>('../../../packages/kernel-*/src/family.ts', {
  import: 'family',
  eager: true,
});

/** A family and the loader of its kernels. */
export interface LoadedFamily {
  readonly family: Family;
  readonly load: WgslLoader;
}

/** All of them, in the order of their folders. */
export const families: readonly LoadedFamily[] = Object.entries(modules).map(([path, family]) => ({
  family,
  load: textLoader(texts, { packages, own: path.split('/').at(-3) ?? '' }),
}));
