import { expect, test } from 'vitest';
import { apiPages, exportsOf } from './index.ts';

const sources = new Map([
  [
    'packages/a/src/index.ts',
    `export { add, twice as double } from './numbers.ts';
export type { Shape } from './numbers.ts';
export * from './more.ts';

/** Says so. */
export const isHere = true;
`,
  ],
  [
    'packages/a/src/numbers.ts',
    `/** The sum of both. */
export function add(a: number, b: { readonly value: number }): number {
  return a + b.value;
}

export async function twice<T extends readonly number[]>(
  values: T,
): Promise<T> {
  return values;
}

/**
 * Lengths,
 * slowest first.
 */
export type Shape = readonly number[];

export const hidden = 1;
`,
  ],
  [
    'packages/a/src/more.ts',
    `export * from './index.ts';

// Element by element.
export const neg = of('neg');
/** The larger one. */
export const max = of('max');
export const abs = of('abs');

export const [low, high] = [1, 2];
`,
  ],
]);

test('finds what an entry passes on, under its own names, with what stands above it', () => {
  const found = exportsOf('packages/a/src/index.ts', sources);
  expect(found.map(({ name, doc, line }) => [name, doc, line])).toEqual([
    ['add', 'The sum of both.', 2],
    ['double', '', 6],
    ['Shape', 'Lengths, slowest first.', 16],
    ['neg', 'Element by element.', 4],
    ['max', 'The larger one.', 6],
    ['abs', 'Element by element.', 7],
    ['low', '', 9],
    ['high', '', 9],
    ['isHere', 'Says so.', 6],
  ]);
  expect(() => exportsOf('packages/a/src/none.ts', sources)).toThrow(
    'packages/a/src/none.ts: there is no such source',
  );
});

test('a page has how each is called, and where it stands', () => {
  const [list, page] = apiPages(
    [{ folder: 'a', name: '@x/a', entries: { './b': 'packages/a/src/index.ts' } }],
    sources,
  );
  expect(list?.text).toContain('| [`@x/a`](a.md) | 1 | 9 |');
  expect(page?.text).toContain(`## \`@x/a/b\`

### add

The sum of both.

\`\`\`ts
export function add(a: number, b: { readonly value: number }): number;
\`\`\`

[packages/a/src/numbers.ts:2](../../packages/a/src/numbers.ts)

### double

\`\`\`ts
export async function twice<T extends readonly number[]>(
  values: T,
): Promise<T>;
\`\`\``);
});
