// Files that the Python program shares: what is given lies there once, what was asked for is gone once it has been read.
import { spawnSync } from 'node:child_process';
import { fstatSync, ftruncateSync, mkdtempSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NumberArray } from '@kernel-ladder/harness';
import { afterAll, expect, test } from 'vitest';
import { programs } from './python.ts';
import { freeIn, openSharedFiles } from './shared-files.ts';
import type { Place } from './shared-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'kernel-ladder-shared-'));
afterAll(() => rmSync(folder, { recursive: true }));
const large: Place = { folder, freeBytes: () => 2 ** 30 };
const full: Place = { folder, freeBytes: () => 100 };

const values = (...given: number[]) => Float32Array.from(given);
const sizesOf = (descriptors: readonly number[]) => descriptors.map((each) => fstatSync(each).size);

function open(places: readonly Place[] = [large]) {
  const files = openSharedFiles(places);
  return { files, sizes: () => sizesOf(files.descriptors) };
}

test('a file has no name, so that nobody has to remove it', () => {
  const { files } = open();
  expect(files.descriptors).toHaveLength(1);
  expect(readdirSync(folder)).toEqual([]);
  files.close();
});

test('inputs of a case are written once for all who are given them, until those of another case come', async () => {
  const { files, sizes } = open();
  const [first, second] = [{ x: values(1, 2, 3) }, { x: values(4, 5, 6) }];
  const placed = await files.hold({ of: 'one', arrays: first });
  const before = sizes();
  expect(placed).toEqual([{ name: 'x', type: 'f32', bytes: 12, file: 3, offset: 0 }]);
  expect(await files.hold({ of: 'one', arrays: first })).toBe(placed);
  expect(sizes()).toEqual(before);
  expect(await files.hold({ of: 'one', arrays: second })).toMatchObject([{ offset: 2 ** 16 }]);
  files.release();
  expect(await files.hold({ of: 'one', arrays: first })).toBe(placed);
  expect(await files.hold({ of: 'two', arrays: first })).toMatchObject([{ offset: 0 }]);
  files.close();
});

test('however many inputs one case brings, few are kept', async () => {
  const { files, sizes } = open();
  for (let seed = 0; seed < 100; seed++) await files.hold({ of: 'one', arrays: { x: values(1, 2, seed) } });
  expect(sizes()[0]).toBeLessThanOrEqual(4 * 2 ** 16);
  files.close();
});

test('what is lent and what is answered is gone after it, inputs are not', async () => {
  const { files, sizes } = open();
  await files.hold({ of: 'one', arrays: { x: values(1, 2, 3) } });
  files.release();
  const before = sizes();
  await files.lend({ y: values(1, 2) });
  expect(sizes()).not.toEqual(before);
  files.release();
  expect(sizes()).toEqual(before);
  const room = files.room({ y: { type: 'f32', length: 2 } });
  // What was lent lay there.
  expect(await files.read(room, [{ name: 'y', type: 'f32', bytes: 8 }])).toEqual({ y: values(0, 0) });
  files.close();
});

test('what is read goes where memory is found for it', async () => {
  const { files } = open();
  const room = files.room({ y: { type: 'f32', length: 2 } });
  const memory = new SharedArrayBuffer(8);
  const { y } = await files.read(room, [{ name: 'y', type: 'f32', bytes: 8 }], () => memory);
  expect(y!.buffer).toBe(memory);
  expect(y).toEqual(new Float32Array(memory));
  files.close();
});

test('what is one word again and again is not written at all', async () => {
  const { files, sizes } = open();
  const spoilt: { readonly [name: string]: NumberArray } = {
    y: new Uint32Array(1000).fill(0xdeadbeef),
    odd: new Uint8Array(11).fill(0xa5),
    other: values(1, 1, 2),
    short: values(7),
  };
  expect(await files.lend(spoilt)).toMatchObject([
    { name: 'y', bytes: 4000, word: [0xef, 0xbe, 0xad, 0xde] },
    { name: 'odd', bytes: 11, word: [0xa5, 0xa5, 0xa5, 0xa5] },
    { name: 'other', bytes: 12, offset: 0 },
    { name: 'short', bytes: 4, offset: 2 ** 16 },
  ]);
  expect(sizes()).toEqual([2 ** 16 + 4]);
  files.close();
});

test('what finds no room in one place lies in the next, and what finds none is out of memory', async () => {
  const { files } = open([full, large]);
  const [short, long] = [{ x: values(1, 2) }, { x: new Float32Array(100).fill(1, 7) }];
  expect(await files.hold({ of: 'one', arrays: short })).toMatchObject([{ file: 3 }]);
  expect(await files.hold({ of: 'one', arrays: long })).toMatchObject([{ file: 4, offset: 0 }]);
  expect(files.room({ y: { type: 'f32', length: 100 } })).toMatchObject([{ file: 4 }]);
  files.close();
  const none = open([full]).files;
  await expect(none.hold({ of: 'one', arrays: long })).rejects.toThrow(
    /400 bytes .* find no room in .*: free some/,
  );
  none.close();
});

test('a place that is not there is none', async () => {
  const { files } = open([{ folder: join(folder, 'none'), freeBytes: () => 2 ** 30 }, large]);
  expect(await files.hold({ of: 'one', arrays: { x: values(1, 2) } })).toMatchObject([{ file: 3 }]);
  files.close();
});

test('what is shorter than was announced is no answer', async () => {
  const { files } = open();
  const room = files.room({ y: { type: 'f32', length: 2 } });
  const said = [{ name: 'y', type: 'f32', bytes: 8 }] as const;
  writeSync(files.descriptors[0]!, new Uint8Array(values(5, 6).buffer));
  expect(await files.read(room, said)).toEqual({ y: values(5, 6) });
  ftruncateSync(files.descriptors[0]!, 4);
  await expect(files.read(room, said)).rejects.toThrow('ends after 4 of 8 bytes of "y"');
  await expect(files.read(room, [{ ...said[0], name: 'z' }])).rejects.toThrow(
    'answers with "z", which nobody asked',
  );
  files.close();
});

// A file system of one MiB, where this process may mount one.
const small = mkdtempSync(join(tmpdir(), 'kernel-ladder-small-'));
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', small]).status === 0;
afterAll(() => {
  if (isMounted) spawnSync('umount', [small]);
  rmSync(small, { recursive: true });
});

test.runIf(isMounted)('a file system without a size has room, one with a size has what is left of it', () => {
  expect(freeIn(small)).toBe(2 ** 20);
  const endless = mkdtempSync(join(tmpdir(), 'kernel-ladder-endless-'));
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=0', 'tmpfs', endless]);
  const free = freeIn(endless);
  spawnSync('umount', [endless]);
  rmSync(endless, { recursive: true });
  expect(free).toBe(Number.POSITIVE_INFINITY);
});

test.runIf(isMounted)('a file system that turns out to be full is out of memory', async () => {
  const { files } = open([{ folder: small, freeBytes: () => 2 ** 30 }]);
  const arrays = { x: new Float32Array(2 ** 19).fill(1, 7) };
  await expect(files.hold({ of: 'one', arrays })).rejects.toThrow(/2097152 bytes .* find no room/);
  files.close();
});

// What channel.py says of a request, with the file as the program inherits it.
function opened(descriptor: number | 'ignore', header: object): string {
  const program = `import json, sys; from channel import opened; print([bytes(each.data) for each in opened(json.loads(sys.argv[1])).arrays])`;
  const said = spawnSync('python3', ['-c', program, JSON.stringify({ arrays: [], room: [], ...header })], {
    env: { ...process.env, PYTHONPATH: programs, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['ignore', 'pipe', 'pipe', descriptor],
    encoding: 'utf8',
  });
  return said.stdout.trim() || (said.stderr.trim().split('\n').at(-1) ?? '');
}

test('the program finds the bytes, and says so where there are none', async () => {
  const { files } = open();
  const arrays = await files.hold({
    of: 'one',
    arrays: { x: Uint8Array.of(1, 2, 3), empty: new Uint8Array(0) },
  });
  const [descriptor = 0] = files.descriptors;
  expect(opened(descriptor, { arrays })).toBe("[b'\\x01\\x02\\x03', b'']");
  expect(opened(descriptor, { arrays: await files.lend({ y: new Uint8Array(9) }) })).toBe(
    "[b'\\x00\\x00\\x00\\x00']",
  );
  ftruncateSync(descriptor, 0);
  expect(opened(descriptor, { arrays })).toBe('ValueError: mmap length is greater than file size');
  expect(opened('ignore', { arrays })).toMatch(/^(OSError|ValueError|PermissionError): /);
  files.close();
});

test.runIf(isMounted)(
  'a file system that is full by the time of the answer is an error, not the end',
  async () => {
    const { files } = open([{ folder: small, freeBytes: () => 2 ** 30 }]);
    const room = files.room({ y: { type: 'u8', length: 2 ** 21 } });
    expect(opened(files.descriptors[0]!, { room })).toBe('OSError: [Errno 28] No space left on device');
    files.close();
  },
);
