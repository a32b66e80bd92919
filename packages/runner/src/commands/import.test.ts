import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseReference } from '@kernel-ladder/schema';
import { afterAll, expect, test } from 'vitest';
import { bench } from '../../fixtures/testing.ts';

const root = mkdtempSync(join(tmpdir(), 'kernel-ladder-import-'));
afterAll(() => rmSync(root, { recursive: true }));
writeFileSync(
  join(root, 'log.txt'),
  `#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
  1073741824     268435456     float     sum      -1   7163.5  149.89  224.84      0   7161.8  149.93  224.89      0
`,
);
writeFileSync(join(root, 'notes.txt'), 'no table\n');

test('writes reference rows with their provenance', async () => {
  const { code, err } = await bench(root, [
    'import',
    'nccl-tests',
    'log.txt',
    '--out',
    'rows.json',
    '--machine',
    '4 GPUs',
  ]);
  expect({ code, err }).toEqual({ code: 0, err: 'imported 1 row of 4 ranks to rows.json\n' });
  const file = join(root, 'rows.json');
  expect(parseReference(file, JSON.parse(readFileSync(file, 'utf8')))).toMatchObject({
    provenance: 'log.txt',
    machine: '4 GPUs',
    rows: [{ bytes: 2 ** 30, timeUs: 7163.5, inPlaceUs: 7161.8, wrong: 0 }],
  });
});

test('prints them without --out', async () => {
  const { out } = await bench(root, ['import', 'nccl-tests', 'log.txt', '--provenance', 'a forum']);
  expect(JSON.parse(out)).toMatchObject({ provenance: 'a forum', ranks: 4 });
});

test.for([
  { argv: ['import', 'nccl-tests'], says: 'bench import nccl-tests FILE' },
  {
    argv: ['import', 'ncl-tests', 'log.txt'],
    says: 'unknown format "ncl-tests"; did you mean "nccl-tests"?',
  },
  { argv: ['import', 'nccl-tests', 'nowhere'], says: 'there is no file' },
  { argv: ['import', 'nccl-tests', '.'], says: 'is a folder' },
  {
    argv: ['import', 'nccl-tests', 'log.txt', '--out', 'notes.txt'],
    says: '--out notes.txt would replace a file that is no file of reference rows',
  },
  { argv: ['import', 'nccl-tests', 'notes.txt'], says: 'notes.txt: 1: no "# size count type …" line' },
])('refuses $argv with exit 2', async ({ argv, says }) => {
  const { code, err } = await bench(root, argv);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(says) });
});
