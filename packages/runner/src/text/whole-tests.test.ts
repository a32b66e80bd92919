// No check is lost between `pnpm test` and `pnpm test:whole`: what the one leaves out the other runs.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readJson } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const filesOf = (pattern: string) => globSync(pattern, { cwd: root }).toSorted();
const folders = filesOf('{packages/*,dashboard}/package.json').map((file) => file.slice(0, -13));

const hasWhole = (folder: string) => filesOf(`${folder}/{src,test}/**/*.whole.test.ts`).length > 0;

/** How a package runs its tests, or nothing where it has no such script. */
function scriptsOf(folder: string) {
  const file = join(root, folder, 'package.json');
  const { scripts = {} } = readJson(file, readFileSync(file, 'utf8')) as {
    readonly scripts?: { readonly [name: string]: string };
  };
  return { test: scripts['test'] ?? '', whole: scripts['test:whole'] ?? '' };
}

test('a package with whole tests runs them in test:whole, and not in test', () => {
  const whole = folders.filter(hasWhole);
  expect(whole.length).toBeGreaterThan(10);
  const astray = whole.filter((folder) => {
    const scripts = scriptsOf(folder);
    const leavesOut = /--exclude '\*\*\/\*\.whole\.test\.ts'|--project pure/.test(scripts.test);
    return !leavesOut || !/\.whole\.test\.ts|--project whole/.test(scripts.whole);
  });
  expect(astray).toEqual([]);
});

test('every family is checked on more than one case of a set in test:whole', () => {
  const families = filesOf('packages/*/src/family.test.ts');
  const lacking = families.filter((file) => {
    const [whole] = filesOf(file.replace('family.test.ts', 'family.whole.test.ts'));
    return !whole || !readFileSync(join(root, whole), 'utf8').includes('testWholeFamily(family');
  });
  expect(lacking).toEqual([]);
});
