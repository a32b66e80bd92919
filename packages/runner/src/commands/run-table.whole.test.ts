// A run beside a tuning table that cannot be read.
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bench, createWorkspace, fixtures } from '../../fixtures/testing.ts';

const { root, remove } = createWorkspace({ packages: 'own' });
afterAll(remove);

test('is refused before anything has run, with the file, the place in it and the remedy', async () => {
  const family = join('packages', 'kernel-faults');
  mkdirSync(join(root, family, 'tuning'), { recursive: true });
  symlinkSync(join(fixtures, family, 'src'), join(root, family, 'src'));
  const { out } = await bench(root, ['doctor', '--software', '--json']);
  const { machine } = JSON.parse(out) as { readonly machine: { readonly key: string } };
  const table = join(root, family, 'tuning', `${machine.key}.json`);
  writeFileSync(
    table,
    JSON.stringify({ schemaVersion: 1, machine: machine.key, family: 'faults', entries: {} }),
  );
  const run = join(root, 'run.json');
  const { code, err } = await bench(root, ['--software', '--suite', 'right', '--out', run]);
  expect(code).toBe(2);
  expect(err).toContain(`bench: ${table}: /entries: must be array, and is {}: mend the file, or remove it`);
  expect(existsSync(run)).toBe(false);
});
