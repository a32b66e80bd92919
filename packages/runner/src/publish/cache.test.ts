import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cacheFolder, keepBytes, keepParts, keptBytes, keptParts, markOf, openCache } from './cache.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kernel-ladder-cache-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const bytes = Buffer.from('{"medianNs":342272}');
const other = Buffer.from('{"medianNs":342273}');

test('a mark tells contents apart, and is another in another cache', () => {
  const cache = openCache(root);
  expect(markOf(cache, bytes)).toMatch(/^[0-9a-f]{32}$/);
  expect(markOf(cache, other)).not.toBe(markOf(cache, bytes));
  expect(markOf({ ...cache, key: '0'.repeat(32) }, bytes)).not.toBe(markOf(cache, bytes));
});

// AES-GCM with a key and a nonce of zeros over no text and no other data: the first test case of McGrew and Viega (2005).
test('a mark is a GMAC', () => {
  const cache = { folder: root, isNew: true, key: '0'.repeat(32) };
  expect(markOf(cache, Buffer.alloc(0))).toBe('58e2fccefa7e3061367f1d57a4e7455a');
});

test('a cache is new once, and finds what it kept when it is opened again', () => {
  const first = openCache(root);
  keepBytes(first, 'one', bytes);
  const again = openCache(root);
  expect([first.isNew, again.isNew]).toEqual([true, false]);
  expect(keptBytes(again, 'one')).toEqual(bytes);
});

test('an entry under a lost key, or with another byte, is none', () => {
  const cache = openCache(root);
  keepBytes(cache, 'one', bytes);
  const [version] = readdirSync(join(root, cacheFolder));
  writeFileSync(join(root, cacheFolder, version!, 'key'), 'spoilt');
  expect(keptBytes(openCache(root), 'one')).toBeNull();
  const file = join(cache.folder, 'one');
  writeFileSync(file, readFileSync(file, 'latin1').replace('342272', '342273'));
  expect(keptBytes(cache, 'one')).toBeNull();
});

test('parts come back each as its text', () => {
  const cache = openCache(root);
  mkdirSync(join(cache.folder, 'pages'));
  keepParts(cache, 'pages/a', [{ at: 1 }, 'é\n', []]);
  expect(keptParts(cache, 'pages/a')?.map(String)).toEqual(['{"at":1}', '"é\\n"', '[]']);
});
