// Runs that are packed by the month: none is lost, and none has the name of another.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { historyFiles, readRuns, unpackMonth } from '@kernel-ladder/schema/node';
import { afterAll, expect, test } from 'vitest';
import { bench, createWorkspace, sampleResult, sampleRun } from '../../fixtures/testing.ts';
import { addToHistory } from '../files/history.ts';

const { root, remove } = createWorkspace();
afterAll(remove);

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
