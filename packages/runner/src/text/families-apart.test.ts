// Which tests read the families of this checkout: turbo runs those alone again when a kernel changes, so none may be missed.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ofFamilies } from '../../fixtures/vitest.ts';

const runner = fileURLToPath(new URL('../..', import.meta.url));
const files = globSync('src/**/*.test.ts', { cwd: runner }).toSorted();

// Whoever leaves this package goes up three folders, or takes a copy of the whole.
const isReaching = (file: string) =>
  /new URL\('(?:\.\.\/){2,}\.\.[/']|fixtures\/(?:copy|readmes)\.ts'/.test(
    readFileSync(join(runner, file), 'utf8'),
  );

// What else of the checkout tests read; each is among the inputs of this package's `test` in turbo.json.
const others: { readonly [file: string]: string } = {
  'src/ab/install.test.ts': 'the pnpm of the checkout',
  'src/commands/predict.test.ts': 'suites/topologies',
  'src/files/attributes.test.ts': '.gitattributes',
  'src/text/rooms.test.ts': 'README and src of harness and runner',
};

test('a test that reads what lies outside of this package is one of the families, or reads something else', () => {
  const apart: readonly string[] = ofFamilies;
  expect(apart.filter((file) => !files.includes(file))).toEqual([]);
  // What `test:whole` runs may read all of the checkout.
  const short = files.filter((file) => !file.endsWith('.whole.test.ts'));
  const reaching = short.filter((file) => isReaching(file) && !apart.includes(file));
  expect(reaching).toEqual(Object.keys(others));
});
