// A registry as text: what is copied, and that every entry of every family can be.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findFamilies } from '../process/families.ts';
import { withRow } from './readme.ts';
import { entryOf, isNamed, withRung } from './registry.ts';

const registry = `import { parseDtype } from '@kernel-ladder/harness';

export const family = {
  variants: [
    {
      name: 'first',
      // A comment's bracket { is no code.
      summary: 'one, or: name: {',
      plan: trees('first.wgsl', { reads: 2 }),
    },
    variant({ name: 'second', summary: 'two', plan: planSecond }),
    ...others,
  ],
};
`;
const copy = (from: string, file: string) => ({
  from,
  name: 'mine',
  summary: "it’s mine, isn't it",
  kernel: { file, copy: 'mine.wgsl' },
});

test('a plan that takes the name of its kernel gets the new one', () => {
  expect(withRung(registry, copy('first', 'first.wgsl'))).toContain(`
      plan: trees('first.wgsl', { reads: 2 }),
    },
    {
      name: 'mine',
      // A comment's bracket { is no code.
      summary: 'it’s mine, isn\\'t it',
      plan: trees('mine.wgsl', { reads: 2 }),
    },
    variant({ name: 'second'`);
});

test('a plan with its kernel built in is told to run another, which takes an import', () => {
  const grown = withRung(registry, copy('second', 'second.wgsl'));
  expect(grown).toContain(
    `\n    variant({ name: 'mine', summary: 'it’s mine, isn\\'t it', plan: withKernel(planSecond, 'second.wgsl', 'mine.wgsl') }),\n    ...others,`,
  );
  expect(grown).toContain("import { parseDtype, withKernel } from '@kernel-ladder/harness';\n");
});

test('what is not registered there is not copied', () => {
  expect(withRung(registry, copy('third', 'third.wgsl'))).toBeNull();
  expect([isNamed(registry, 'second'), isNamed(registry, 'seco')]).toEqual([true, false]);
});

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const families = findFamilies(root).filter(({ name }) => name !== 'peers');

test.for(families)('every rung of $name that has an entry of its own can be copied', ({ entry }) => {
  const text = readFileSync(join(dirname(entry), 'family.ts'), 'utf8');
  const readme = readFileSync(join(dirname(dirname(entry)), 'README.md'), 'utf8');
  const rows = [...readme.matchAll(/^\| `([a-z0-9-]+)`/gm)].map(([, rung = '']) => rung);
  const inLadder = rows.filter((rung) => withRow(readme, copy(rung, 'none.wgsl')) !== null);
  // A rung that others make, such as one that picks among them, has no entry to copy.
  const rungs = [...new Set(inLadder)].filter((rung) => isNamed(text, rung));
  expect(rungs.length).toBeGreaterThan(1);
  const faulty = rungs.filter((rung) => {
    const span = entryOf(text, rung);
    const own = span ? text.slice(span.start, span.end) : '';
    const grown = withRung(text, copy(rung, 'none.wgsl'));
    const isOne = own.split(/\bname: '/).length === 2 && /\bplan:/.test(own);
    return !isOne || !grown?.includes("'none.wgsl', 'mine.wgsl')");
  });
  expect(faulty).toEqual([]);
});
