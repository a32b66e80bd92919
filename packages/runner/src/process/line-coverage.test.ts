import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { coverageFiles, linesReached } from './line-coverage.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kernel-ladder-lines-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a line counts that either script reaches, once', async () => {
  write(coverageFiles[0], [1, 0, 0, 7]);
  write(coverageFiles[1], [2, 3, 0, 0]);
  expect(await linesReached(folder)).toBe(75);
});

test('one script alone counts for itself', async () => {
  write(coverageFiles[0], [1, 0, 0, 0]);
  expect(await linesReached(folder)).toBe(25);
});

test('a package whose lines nobody counted has no share', async () => {
  expect(await linesReached(folder)).toBeNull();
  put(coverageFiles[0], {});
  expect(await linesReached(folder)).toBeNull();
});

const at = (line: number) => ({ start: { line, column: 0 }, end: { line, column: 9 } });

// What vitest writes of a file with a statement a line, each reached so many times.
function write(file: string, times: readonly number[]): void {
  const path = join(folder, 'src', 'a.ts');
  const statementMap = Object.fromEntries(times.map((_, index) => [index, at(index + 1)]));
  const s = Object.fromEntries(times.entries());
  put(file, { [path]: { path, statementMap, s, fnMap: {}, f: {}, branchMap: {}, b: {} } });
}

function put(file: string, counted: object): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), JSON.stringify(counted));
}
