import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseRun } from '@kernel-ladder/schema';
import { afterAll, expect, test } from 'vitest';
import { makeFolder, writeWhole } from './files.ts';
import { refuseTarget } from './target.ts';
import { sampleRun } from '../../fixtures/testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'kernel-ladder-target-'));
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, 'sub'));
writeFileSync(join(folder, 'package.json'), '{"name": "tracked"}');
writeFileSync(join(folder, 'empty.json'), '');
writeFileSync(join(folder, 'run.json'), JSON.stringify(sampleRun()));
symlinkSync(join(folder, 'run.json'), join(folder, 'link.json'));
const before = readdirSync(folder);

const refuse = (file: string) =>
  refuseTarget({ file: join(folder, file), said: `--out ${file}`, kind: 'run file', parse: parseRun });

test.for(['run.json', 'empty.json', 'fresh.json', 'not/yet/there.json'])(
  'takes %s, and makes nothing',
  (file) => {
    refuse(file);
    expect(readdirSync(folder)).toEqual(before);
  },
);

test.for([
  { file: 'package.json', says: 'would replace a file that is no run file (package.json: /: must have' },
  { file: 'sub', says: 'is a folder: give a file in it' },
  { file: 'link.json', says: 'is no regular file but a link or a device' },
  { file: 'package.json/x.json', says: 'package.json is no folder' },
])('refuses $file, and names what was given', ({ file, says }) => {
  expect(() => refuse(file)).toThrow(says);
  expect(() => refuse(file)).toThrow(`--out ${file} `);
  expect(readdirSync(folder)).toEqual(before);
});

// Node's own recursive mkdir never returns from this one.
test.runIf(existsSync('/proc/self'))('ends where a folder can have no folders in it', () => {
  const file = '/proc/kernel-ladder/y.json';
  expect(() => refuseTarget({ file, said: '--out y', kind: 'run file', parse: parseRun })).toThrow(
    '--out y cannot be written: ENOENT',
  );
  expect(() => makeFolder('/proc/kernel-ladder/deeper')).toThrow('ENOENT');
});

test.for(['sub', 'link.json'])('a write replaces no %s, and leaves no scratch file', (name) => {
  expect(() => writeWhole(join(folder, name), 'text')).toThrow('is no regular file');
  expect(readdirSync(folder)).toEqual(before);
});
