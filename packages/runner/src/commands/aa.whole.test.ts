import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseLaunches } from '@kernel-ladder/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { historyFiles } from '@kernel-ladder/schema/node';
import { readNoise } from '../judge/noise.ts';
import { addLaunch, beginLaunches } from '../ab/launch-file.ts';
import { bench, createWorkspace, sampleResult } from '../../fixtures/testing.ts';
import type { Outcome } from '../../fixtures/testing.ts';

const { root, remove } = createWorkspace();
afterAll(remove);

const id = 'faults/right/n=64,f32';
const broken = 'faults/invalid-wgsl/n=64,f32';
const history = ['--software', '--history', 'history'];
const read = () => {
  const file = join(root, 'history', machineKey(), 'aa-00000000.json');
  return parseLaunches(file, JSON.parse(readFileSync(file, 'utf8')));
};
let stopped: Outcome;
let finished: Outcome;

function machineKey(): string {
  return /history\/(swiftshader[^/]+)\//.exec(stopped.err)?.[1] ?? '';
}

beforeAll(async () => {
  // The interrupt comes with the second launch.
  stopped = await bench(root, ['aa', '-k', '3', '--select', id, ...history], {
    listen: (text, interrupt) => {
      if (text.startsWith('launch 2/3')) interrupt();
    },
  });
  finished = await bench(root, ['aa', '-k', '2', '--select', id, '--select', broken, ...history]);
});

test('an interrupt keeps the launches that are done', () => {
  expect(stopped.code).toBe(130);
  expect(stopped.err).toContain('1 ids have fewer than 3 launches: run the same command again');
});

test('a second call makes up what is missing; an id that fails is told, and keeps no other from its launches', () => {
  expect(finished.code).toBe(1);
  expect(finished.err).toContain(`failed ${broken}: invalid-wgsl: `);
  const { ids, sessions } = read();
  expect(Object.keys(ids)).toEqual([id]);
  expect(ids[id]!.mediansNs).toHaveLength(2);
  expect(ids[id]!.sigma).toBeGreaterThan(0);
  expect(sessions.map(({ stable }) => stable)).toEqual([false, false]);
});

test('says at each launch whose ids it is about', () => {
  expect(finished.err).toContain('launch 1/2: faults, 2 ids\n');
});

test('every launch of a file is on one seed, drawn by the call that began it', () => {
  const { seed } = read();
  expect(seed).toBeGreaterThanOrEqual(1);
  for (const { err } of [stopped, finished]) expect(err).toContain(`\nseed ${seed}\n`);
});

test('shows what can be seen through the noise', () => {
  expect(finished.err).toMatch(/gate sees +compare sees/);
  expect(finished.err).toMatch(/faults\/right\/n=64,f32 +2 +[\d.]+ .s +[\d.]+ % +>?\+\d/);
});

test('is known to the judges as noise, and is no run of the history', () => {
  expect(readNoise(join(root, 'history'), machineKey()).noiseOf(id)).toEqual({
    sigma0: read().ids[id]!.sigma,
    launches: 2,
  });
  expect(readNoise(join(root, 'history'), 'another-driver-01234567').noiseOf(id)).toEqual({});
  expect(historyFiles(join(root, 'history'))).toEqual([]);
});

test('a machine whose noise is known is not launched again where only a new one was to be', async () => {
  const known = await bench(root, ['aa', '--if-new', '-k', '9', '--select', id, ...history]);
  expect(known).toMatchObject({ code: 0, err: `${machineKey()}: the noise of 1 ids is known\n` });
  const elsewhere = ['--software', '--history', 'elsewhere'];
  const fresh = await bench(root, ['aa', '--if-new', '-k', '2', '--select', id, ...elsewhere]);
  expect(fresh.code).toBe(0);
  expect(fresh.err).toContain(`${machineKey()}: is new here\nlaunch 1/2: faults, 1 id\n`);
  expect(readNoise(join(root, 'elsewhere'), machineKey()).known.size).toBe(1);
});

test('a file that was launched elsewhere joins a history, once, and never one of uncommitted changes', async () => {
  const launched = read();
  const clean = { ...launched, commit: { ...launched.commit, dirty: false } };
  writeFileSync(join(root, 'noise.json'), JSON.stringify(clean));
  const record = () => bench(root, ['record', 'noise.json', '--history', 'taken']);
  expect(await record()).toMatchObject({
    code: 0,
    err: expect.stringMatching(/^recorded \S+aa-00000000\.json\n/),
  });
  expect((await record()).err).toContain('launches of its commit are in the history already\n');
  expect(readNoise(join(root, 'taken'), machineKey()).known.size).toBe(1);
  writeFileSync(join(root, 'noise.json'), JSON.stringify({ ...clean, ids: { [id]: { mediansNs: [0] } } }));
  expect((await record()).code).toBe(2);
  writeFileSync(join(root, 'noise.json'), JSON.stringify(launched));
  expect((await record()).err).toContain('was launched on uncommitted changes');
});

test.for([
  { argv: ['--software'], code: 2, says: 'go into no history: give --history DIR or --out FILE' },
  { argv: [], code: 2, says: 'uncommitted changes have no history' },
  { argv: [...history, '-k', '1'], code: 2, says: '-k (--launches) takes a whole number of at least 2' },
  { argv: [...history, '-k', '1.5'], code: 2, says: 'takes a whole number of at least 2, not "1.5"' },
  { argv: ['--software', '--out', 'results'], code: 2, says: '--out results is a folder' },
  { argv: [...history, 'fault'], code: 2, says: 'unknown family "fault"; did you mean "faults"?' },
])('refuses $argv', async ({ argv, code, says }) => {
  const outcome = await bench(root, ['aa', ...argv]);
  expect(outcome).toMatchObject({ code, err: expect.stringContaining(says) });
});

test('refuses a file of another commit, and one of another effort or seed', () => {
  const { commit, machine, effort, seed } = read();
  const file = join(root, 'history', machineKey(), 'aa-00000000.json');
  const side = (traits: object) =>
    ({ commit, machine, job: { effort, seed: 7 }, ...traits }) as unknown as Parameters<
      typeof beginLaunches
    >[1];
  expect(beginLaunches(file, side({}), null)).toEqual(read());
  expect(() => beginLaunches(file, side({ commit: { ...commit, sha: 'f'.repeat(40) } }), null)).toThrow(
    'has launches of 00000000, this is ffffffff',
  );
  expect(() => beginLaunches(file, side({ job: { effort: 'quick' } }), null)).toThrow('this is effort quick');
  expect(() => beginLaunches(file, side({}), seed! - 1)).toThrow(
    `has launches of seed ${seed}, this is seed ${seed! - 1}`,
  );
});

test('keeps the launches of a file on one physical card, where it is known', () => {
  const { commit, machine, effort } = read();
  const [one, two] = ['1', '2'].map((digit) => ({
    ...machine,
    software: false,
    card: { id: digit.repeat(16), bus: '0000:00:06.0' },
  }));
  const file = join(root, 'cards.json');
  const begin = (on: object | undefined) =>
    beginLaunches(
      file,
      { commit, machine: on, job: { effort, seed: 7 } } as unknown as Parameters<typeof beginLaunches>[1],
      null,
    );
  writeFileSync(file, JSON.stringify({ ...read(), machine: one }));
  expect(() => begin(two)).toThrow('has launches of card 1111111111111111, this is card 2222222222222222');
  for (const on of [one, machine]) expect(() => begin(on)).not.toThrow();
});

test('starts an id anew when its kernel is another', () => {
  const result = { ...sampleResult('naive', 2000), timing: sampleResult('naive', 2000).timing! };
  const twice = addLaunch(addLaunch(read(), result), result);
  expect(twice.ids[result.id]!.mediansNs).toEqual([2000, 2000]);
  expect(addLaunch(twice, { ...result, kernelHash: 'f'.repeat(16) }).ids[result.id]!.mediansNs).toEqual([
    2000,
  ]);
});
