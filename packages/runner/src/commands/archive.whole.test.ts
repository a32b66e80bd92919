// The recorded history of this project, packed: what is published of it, and what every command says of it, stays the same.
import { cpSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { historyFiles, readBytes, readRuns, runFiles } from '@kernel-ladder/schema/node';
import { afterAll, expect, test } from 'vitest';
import { bench, createWorkspace } from '../../fixtures/testing.ts';

import { fillPublishFolder, openPublishFolder } from '../publish/folder.ts';
import { makeSite } from '../publish/make.ts';

const recorded = fileURLToPath(new URL('../../../../dashboard/history', import.meta.url));
const { root, remove } = createWorkspace();
afterAll(remove);
const history = join(root, 'dashboard', 'history');
cpSync(recorded, history, { recursive: true });
const key = 'nvidia-h200-vulkan-f683e31d';
const folder = join(history, key);

async function publish(name: string): Promise<ReadonlyMap<string, string>> {
  const site = await makeSite({ root, history, results: null });
  const target = openPublishFolder(join(root, name), name);
  await fillPublishFolder(target, async () => site, new AbortController().signal);
  expect(site.faults).toEqual([]);
  const names = globSync('**/*.*', { cwd: join(root, name) }).toSorted();
  return new Map(names.map((file) => [file, readFileSync(join(root, name, file), 'utf8')]));
}

// By name, as it was and as it is read: the bytes of every run.
function allBytes(): ReadonlyMap<string, string> {
  return new Map(historyFiles(history).map((file) => [basename(file), readBytes(file).toString('latin1')]));
}

const placeOf = (text: string) => /"file":"([^"]*)"/.exec(text)?.[1] ?? '';
const withoutPlace = (text: string) => text.replace(/"file":"[^"]*"/, '"file":""');

test('the recorded history packs into a file a month, and the site made of it is the same, byte by byte', async () => {
  const before = { bytes: allBytes(), site: await publish('before') };
  const loose = readdirSync(folder).filter((name) => /^\d.*\.json$/.test(name));
  const refused = await bench(root, ['archive', '--before', '2026-11']);
  expect(refused).toEqual({ code: 0, out: '', err: 'months before 2026-11 are packed\n' });
  const { code, err } = await bench(root, ['archive', '--before', '2026-12']);
  expect({ code, err }).toEqual({
    code: 0,
    err: expect.stringContaining(`${loose.length} runs more in ${key}/2026-11.ndjson.br: `),
  });
  expect(err).not.toContain('left as it is');
  expect(readdirSync(folder).filter((name) => !name.startsWith('aa-'))).toEqual(['2026-11.ndjson.br']);
  const wholeSize = [...before.bytes.values()].reduce((sum, text) => sum + text.length, 0);
  expect(statSync(join(folder, '2026-11.ndjson.br')).size).toBeLessThan(wholeSize / 8);

  expect(allBytes()).toEqual(before.bytes);
  const site = await publish('after');
  expect([...site.keys()]).toEqual([...before.site.keys()]);
  const others = [...site].filter(([name, text]) => before.site.get(name) !== text);
  // A run's page says where it is recorded, and says the pack.
  expect(others.map(([name]) => dirname(dirname(name)))).toEqual(others.map(() => 'run'));
  for (const [name, text] of others) {
    expect(withoutPlace(text)).toBe(withoutPlace(before.site.get(name) ?? ''));
    expect(placeOf(text)).toMatch(/^[\w.-]+\/2026-11\.ndjson\.br$/);
  }
});

const idsOf = (files: readonly string[]) =>
  readRuns(files)
    .runs.map(({ run }) => run.id)
    .toSorted();

test('what reads the history reads the pack: record, compare, and the runs that come next', async () => {
  const [first] = readdirSync(join(recorded, key)).filter((name) => /^2026-11-22.*\.json$/.test(name));
  const again = await bench(root, ['record', join(recorded, key, first!), '--partial']);
  expect(again).toMatchObject({ code: 0, err: expect.stringContaining('is in the history already\n') });
  // Another machine's history takes a pack as it takes run files.
  const other = join(root, 'other');
  const pack = join(folder, '2026-11.ndjson.br');
  const taken = await bench(root, ['record', pack, '--partial', '--unlisted', '--history', other]);
  expect(taken.code).toBe(0);
  expect(idsOf(historyFiles(other))).toEqual(idsOf(runFiles(folder)));
  const compared = await bench(root, ['compare', 'f4401238', 'latest', '--machine', 'h200', '--json']);
  expect(compared).toMatchObject({ code: 0, err: expect.not.stringContaining('left out') });
  expect(JSON.parse(compared.out).base.sha).toMatch(/^f4401238/);
});
