// Tuning tables on their way to the site: those of its machines, beside the kernels or in a folder of their own.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tuningFiles } from './tables.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kernel-ladder-tables-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(folder: string, machine: string, content: object): string {
  mkdirSync(join(root, folder), { recursive: true });
  const file = join(root, folder, `${machine}.json`);
  writeFileSync(file, JSON.stringify({ schemaVersion: 1, machine, entries: [], ...content }));
  return file;
}

test('those beside the kernels come along for the machines of the site, and a malformed one is left out and named', () => {
  for (const name of ['reduce', 'scan', 'gemm']) {
    mkdirSync(join(root, 'packages', `kernel-${name}`, 'src'), { recursive: true });
    writeFileSync(join(root, 'packages', `kernel-${name}`, 'src', 'bench.ts'), '');
  }
  write('packages/kernel-reduce/tuning', 'here', { family: 'reduce' });
  write('packages/kernel-scan/tuning', 'here', { family: 'scan' });
  write('packages/kernel-scan/tuning', 'elsewhere', { family: 'scan' });
  const broken = write('packages/kernel-gemm/tuning', 'here', { family: 'reduce' });
  const { files, families, faults } = tuningFiles({ root }, [{ key: 'here' }, { key: 'untuned' }]);
  expect(files.map(({ name }) => name).toSorted()).toEqual([
    'tuning/here/reduce.json',
    'tuning/here/scan.json',
  ]);
  expect([...families]).toEqual([['here', ['reduce', 'scan']]]);
  expect(faults).toEqual([expect.stringContaining(`${broken}: /family: must be "gemm"`)]);
});

test('a folder that bench tune filled is read in their place', () => {
  write('tables/reduce', 'here', { family: 'reduce' });
  const { files } = tuningFiles({ root, tables: join(root, 'tables') }, [{ key: 'here' }]);
  expect(files.map(({ name }) => name)).toEqual(['tuning/here/reduce.json']);
});
