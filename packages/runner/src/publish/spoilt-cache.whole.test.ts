import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { fourSites, template, useMadeSite } from '../../fixtures/made-site.ts';
import { cacheFolder } from './cache.ts';
import { makeSite } from './make.ts';

// What begins a text that is packed.
const zstdMagic = 0xfd2fb528;

const site = useMadeSite();
const { root, history, record, publish, files } = site;

test('a site is the same with a cache, without it, and with one that somebody spoilt', async () => {
  const { first, others } = await fourSites(site, 4);
  expect(others).toEqual([first, first, first]);
});

// With the hash that it had. Tables are not packed.
function renamed(entry: Buffer): Buffer {
  const begin = entry.indexOf('\n') + 1;
  const [head, body] = [entry.subarray(0, begin), entry.subarray(begin)];
  if (body.readUInt32LE(0) !== zstdMagic) return Buffer.concat([head, body.map((byte) => byte ^ 1)]);
  const text = zstdDecompressSync(body).toString('utf8');
  return Buffer.concat([head, zstdCompressSync(text.replaceAll('medianNs', 'meanNs'))]);
}

test('what a cache lacks of what runs share is made again', async () => {
  record(4);
  const { files: first } = await publish();
  // Another checkout, of which this process remembers nothing.
  const copy = join(root(), 'copy');
  cpSync(join(root(), '.cache'), join(copy, '.cache'), { recursive: true });
  const [series] = globSync(join(copy, cacheFolder, '*', 'series'));
  rmSync(series!, { recursive: true });
  const { files: again, faults } = await makeSite({ root: copy, history: history(), results: null });
  expect(faults).toEqual([]);
  expect(again.map(({ name }) => name)).toEqual(first.map(({ name }) => name));
  expect(existsSync(series!)).toBe(true);
});

test('of a cache with another number in an entry nothing is shown', async () => {
  record(4);
  await publish();
  const first = files();
  const cache = join(root(), cacheFolder);
  for (const name of globSync('**/*', { cwd: cache, withFileTypes: true })) {
    const file = join(name.parentPath, name.name);
    if (name.isFile() && name.name !== 'key') writeFileSync(file, renamed(readFileSync(file)));
  }
  await publish();
  expect(files()).toEqual(first);
});

test('a file that is no run is named each time, and the runs beside it are there', async () => {
  record(4);
  const { files: whole } = await makeSite({ root: root(), history: history(), results: null });
  const [folder] = globSync('synthetic-*', { cwd: history() });
  const broken = join(history(), folder!, 'synthetic-1-broken.json');
  writeFileSync(broken, JSON.stringify({ ...template, more: 1 }));
  mkdirSync(join(history(), folder!, 'synthetic-2-folder.json'));
  for (const _ of ['known to nobody', 'known']) {
    const {
      faults,
      runs,
      files: again,
    } = await makeSite({ root: root(), history: history(), results: null });
    expect(faults).toEqual([
      expect.stringContaining(`${broken}: /: unknown field "more"`),
      expect.stringContaining('synthetic-2-folder.json: is a folder'),
    ]);
    expect(runs).toBe(4);
    expect(again.map(({ name }) => name)).toEqual(whole.map(({ name }) => name));
  }
});

test('a run file that is another one is read again, though its name and its size are the same', async () => {
  record(3);
  await publish();
  const file = globSync(join(history(), '*', 'synthetic-2.json'))[0]!;
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('Synthetic commit 2', 'Synthetic commit X'));
  await publish();
  const family = [...files()].find(([name]) => name.startsWith('synthetic-'))?.[1] ?? '';
  expect(family).toContain('Synthetic commit X');
});
