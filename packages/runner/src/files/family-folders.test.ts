import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { familyFolders, furtherSources } from './family-folders.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kernel-ladder-folders-'));
  for (const folder of ['packages/kernel-scan', 'packages/peers', 'packages/harness', 'kernels/blur'])
    write(`${folder}/src/${folder === 'packages/harness' ? 'index' : 'bench'}.ts`);
  write('kernels/notes.txt');
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text = ''): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function widen(families: unknown): void {
  write('package.json', JSON.stringify({ name: 'x', bench: { families } }));
}

const own = { name: 'scan', folder: 'packages/kernel-scan' };

test('families are the folders packages/kernel-* with a program', () => {
  expect(familyFolders(root)).toEqual([own]);
  write('package.json', '{ "name": "x" }');
  expect(familyFolders(root)).toEqual([own]);
  expect(furtherSources(root)).toEqual([]);
});

test('package.json widens them by globs, each folder once, and never to the peers', () => {
  write('src/gpu/kernel-fft/src/bench.ts');
  widen(['kernels/*', 'src/*/kernel-*', 'packages/*']);
  expect(familyFolders(root)).toEqual([
    own,
    { name: 'blur', folder: 'kernels/blur' },
    { name: 'fft', folder: 'src/gpu/kernel-fft' },
  ]);
  expect(furtherSources(root)).toEqual(['kernels', 'src', 'packages']);
});

test.for([
  ['kernels/*', 'must list globs of folders, as ["kernels/*"]'],
  [[1], 'must list globs of folders'],
  [['../kernels/*'], '"../kernels/*" must begin with a folder of the workspace and stay in it'],
  [['kernels/../../*'], 'stay in it'],
  [['/opt/kernels/*'], '"/opt/kernels/*" must begin with a folder'],
  [['*'], '"*" must begin with a folder'],
  [['kernel/*'], '"kernel/*" finds no folder with src/bench.ts: correct the glob'],
] as const)('refuses %s', ([families, says]) => {
  widen(families);
  expect(() => familyFolders(root)).toThrow(`${join(root, 'package.json')}: /bench/families: `);
  expect(() => familyFolders(root)).toThrow(says);
});

test('refuses two families of one name', () => {
  write('kernels/scan/src/bench.ts');
  widen(['kernels/*']);
  expect(() => familyFolders(root)).toThrow(
    'packages/kernel-scan and kernels/scan are both the family scan: rename one of them',
  );
});
