import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fillPublishFolder, openPublishFolder } from './folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kernel-ladder-publish-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const put = (name: string, text: string) => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
};
const never = new AbortController().signal;
const publish = async (...names: string[]) =>
  fillPublishFolder(
    openPublishFolder(folder, '--out site'),
    async () => ({ files: names.map((name) => ({ name, content: name })) }),
    never,
  );
const files = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();

test('removes what it wrote before and writes no more, with the folders that are left empty', async () => {
  await publish('index.json', 'old-gpu/reduce.json', 'gpu/reduce.json');
  put('gpu/notes.txt', 'mine');
  await publish('index.json', 'gpu/scan.json');
  expect(files()).toEqual(['gpu/notes.txt', 'gpu/scan.json', 'index.json', 'published.json']);
  expect(existsSync(join(folder, 'old-gpu'))).toBe(false);
});

test('refuses to write over a file of somebody else’s that is called as one of its own is while it is written', async () => {
  await publish('index.json');
  put('scan.json.next', 'mine');
  await expect(publish('index.json', 'scan.json')).rejects.toThrow(/would replace \(scan\.json\.next\)/);
  expect(readFileSync(join(folder, 'scan.json.next'), 'utf8')).toBe('mine');
});

test.for([
  { name: 'thesis.txt', text: 'do not lose' },
  { name: 'index.json', text: '{"name": "another site"}' },
  { name: 'index.json', text: 'no JSON' },
])('refuses a folder with a $name of somebody else’s, and keeps it', async ({ name, text }) => {
  put(name, text);
  await expect(publish('index.json')).rejects.toThrow(
    `--out site holds files that publish did not write (${name}): give a new or an empty folder`,
  );
  expect(files()).toEqual([name]);
  expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
});

test('takes over a folder without a list, by its index', async () => {
  put('index.json', JSON.stringify({ schemaVersion: 1, machines: [] }));
  put('curriculum/items.json', '{}');
  put('thesis.txt', 'do not lose');
  await publish('index.json');
  expect(files()).toEqual(['index.json', 'published.json', 'thesis.txt']);
});

test('writes over no file that it did not write, and writes nothing then', async () => {
  await publish('index.json');
  put('quality.json', 'mine');
  await expect(publish('other.json', 'quality.json')).rejects.toThrow('would replace (quality.json)');
  expect(files()).toEqual(['index.json', 'published.json', 'quality.json']);
});

test('removes nothing outside of the folder, whatever its list says', async () => {
  await publish('index.json');
  put('inside/kept.json', '{}');
  const inside = join(folder, 'inside');
  const names = ['../inside/kept.json', './kept.json', join(inside, 'kept.json'), 'a/../../inside/kept.json'];
  for (const name of names) {
    put('site/published.json', JSON.stringify({ schemaVersion: 1, by: 'bench publish', files: [name] }));
    await fillPublishFolder(
      openPublishFolder(join(folder, 'site'), '--out site'),
      async () => ({ files: [] }),
      never,
    );
  }
  expect(existsSync(join(inside, 'kept.json'))).toBe(true);
});

test('refuses a list that is none', async () => {
  put('published.json', '{"files": ["posts"]}');
  await expect(publish('index.json')).rejects.toThrow('published.json is no list of what publish wrote');
});

test('an interrupt between two files leaves the site as it was', async () => {
  await publish('index.json', 'gpu/reduce.json');
  const before = files();
  const site = openPublishFolder(folder, '--out site');
  const { signal, abort } = interruptible();
  const filling = fillPublishFolder(
    site,
    async () => ({ files: ['index.json', 'gpu/scan.json'].map((name) => ({ name, content: 'another' })) }),
    signal,
  );
  abort();
  await expect(filling).rejects.toMatchObject({ exitCode: 130 });
  expect(files()).toEqual(before);
  expect(readFileSync(join(folder, 'index.json'), 'utf8')).toBe('"index.json"');
});

test('what a killed publish had written goes with the next one', async () => {
  await publish('index.json');
  put('gpu/scan.json.next', '"half');
  put(
    'published.json',
    JSON.stringify({ schemaVersion: 1, by: 'bench publish', files: ['index.json', 'gpu/scan.json.next'] }),
  );
  await publish('index.json');
  expect(files()).toEqual(['index.json', 'published.json']);
});

function interruptible() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
