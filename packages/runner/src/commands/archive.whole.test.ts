// The recorded history of this project, packed: what is published of it, and what every command says of it, stays the same.
import {
  cpSync,
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { historyFiles, readBytes, readRuns, runFiles, unpackMonth } from '@kernel-ladder/schema/node';
import { afterAll, expect, test } from 'vitest';
import { bench, createWorkspace, sampleResult, sampleRun } from '../../fixtures/testing.ts';
import { addToHistory } from '../files/history.ts';
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
  await fillPublishFolder(target, site.files, new AbortController().signal);
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
}, 180_000);

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

const made = (id: string, traits: object = {}) =>
  sampleRun({ id, date: '2026-03-03T00:00:00Z', results: [sampleResult('naive', 400)], ...traits });

test('a run of a packed commit gets a name that is in no pack, and joins the pack with the next call', async () => {
  const own = join(root, 'own');
  const archive = () => bench(root, ['archive', '--history', own, '--before', '2026-04']);
  const first = addToHistory(own, made('one'))!;
  await archive();
  expect(existsSync(first)).toBe(false);
  expect(addToHistory(own, made('one'))).toBeNull();
  const second = addToHistory(own, made('two'))!;
  expect(basename(second)).toBe(basename(first).replace('.json', '-2.json'));
  const { err } = await archive();
  expect(err).toContain('1 run more in ');
  const pack = join(dirname(first), '2026-03.ndjson.br');
  expect(unpackMonth(pack).map(({ name }) => name)).toEqual([basename(second), basename(first)]);
  expect(
    readRuns(historyFiles(own))
      .runs.map(({ run }) => run.id)
      .toSorted(),
  ).toEqual(['one', 'two']);
  // Of two branches that have packed apart: another run under the same name, and a copy of one that is there.
  writeFileSync(first, `${JSON.stringify(made('three'))}\n`);
  writeFileSync(second, unpackMonth(pack)[0]!.bytes);
  await archive();
  expect(
    readRuns(historyFiles(own))
      .runs.map(({ run }) => run.id)
      .toSorted(),
  ).toEqual(['one', 'three', 'two']);
  expect(readdirSync(dirname(first))).toEqual(['2026-03.ndjson.br']);
});

test('what cannot be read stays where it is and is named; a pack that was changed is named by its readers', async () => {
  const own = join(root, 'strange');
  const file = addToHistory(own, made('one'))!;
  writeFileSync(file.replace('.json', '-7.json'), '{"schemaVersion":1}\n');
  writeFileSync(file.replace('.json', '-8.json'), JSON.stringify(made('eight'), null, 1));
  const { code, err } = await bench(root, ['archive', '--history', own, '--before', '2026-04']);
  expect(code).toBe(0);
  expect(err).toMatch(/^left as it is: \S+-7\.json: \//m);
  expect(err).toMatch(/^left as it is: \S+-8\.json: is not on one line/m);
  const pack = join(dirname(file), '2026-03.ndjson.br');
  const whole = readFileSync(pack);
  for (const bytes of [whole.subarray(0, -9), Buffer.from('no Brotli'), Buffer.alloc(0)]) {
    writeFileSync(pack, bytes);
    const { runs, faults } = readRuns(historyFiles(own));
    expect(runs.map(({ run }) => run.id)).toEqual(['eight']);
    expect(faults.join('\n')).toContain('2026-03.ndjson.br');
    writeFileSync(file, `${JSON.stringify(made('nine'))}\n`);
    const refused = await bench(root, ['archive', '--history', own, '--before', '2026-04']);
    expect(refused).toMatchObject({ code: 2, err: expect.stringMatching(/2026-03\.ndjson\.br: /) });
    expect(readFileSync(pack).equals(bytes)).toBe(true);
    expect(readRuns(historyFiles(own)).runs.map(({ run }) => run.id)).toEqual(['eight', 'nine']);
    rmSync(file);
  }
});

test('two at a time do not write one pack, and a month is a month', async () => {
  const own = join(root, 'locked');
  const file = addToHistory(own, made('one'))!;
  const lock = join(dirname(file), '2026-03.ndjson.br.lock');
  writeFileSync(lock, '1\n');
  const locked = await bench(root, ['archive', '--history', own]);
  expect(locked).toMatchObject({ code: 2, err: expect.stringContaining(`${lock} is there`) });
  expect(existsSync(file)).toBe(true);
  const wrong = await bench(root, ['archive', '--before', '2026-13']);
  expect(wrong.err).toBe('bench: --before takes a month as 2026-09, not "2026-13"\n');
  expect((await bench(root, ['archive', '--history', join(root, 'nowhere')])).code).toBe(2);
});
