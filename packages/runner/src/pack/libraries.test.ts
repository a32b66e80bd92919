import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addLibraries } from './libraries.ts';

let root: string;
let stage: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kernel-ladder-libraries-'));
  stage = join(root, 'stage');
});
afterEach(() => rmSync(root, { recursive: true }));

const here = (...path: readonly string[]) => join('packages', 'peers', 'libraries', ...path);

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Writes a list of files to be packed, and files that are installed. */
function install(bundle: unknown, files: readonly string[]): void {
  write(here('package.json'), JSON.stringify({ bundle }));
  for (const file of files) write(here('node_modules', file), `// ${file}`);
}

test('packs the files that are listed and nothing beside them', () => {
  install(['a/package.json', 'a/dist/a.js'], ['a/package.json', 'a/dist/a.js', 'a/dist/a.js.map', 'b/b.js']);
  addLibraries(root, stage);
  const packed = readdirSync(stage, { recursive: true, withFileTypes: true });
  expect(packed.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['package.json', 'a.js']),
  );
  expect(packed.filter((entry) => entry.isFile())).toHaveLength(2);
});

test('says how what is missing is installed, before anything is packed', () => {
  install(['a/package.json', 'a/dist/a.js'], ['a/package.json']);
  expect(() => addLibraries(root, stage)).toThrow(/a\.js is missing: `pnpm libraries` installs/);
  expect(readdirSync(root)).not.toContain('stage');
});

test.for([[undefined], [[]], [['../../../etc/passwd']]])('refuses the list %j', ([bundle]) => {
  install(bundle, []);
  expect(() => addLibraries(root, stage)).toThrow(
    'package.json: /bundle: must list files below node_modules',
  );
});

test('says which package.json is missing', () => {
  expect(() => addLibraries(root, stage)).toThrow(/libraries\/package\.json is missing/);
});
