import type { Acknowledgement, Run } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { gateOf } from '../gate.ts';
import { unknownNoise } from '../noise.ts';
import { runOfDay, steadyDays, wiggle } from '../testing.ts';
import { judgeMachine } from '../testing-site.ts';
import { acknowledgedAmong } from './known.ts';
import { withoutAcknowledged } from './mute.ts';
import { resolveAcknowledgements } from './resolve.ts';

const machineKey = 'test-gpu-vulkan-01234567';
const shas = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(40));
const ids = ['gemm/naive/n=1,f32', 'gemm/tiled/n=1,f32', 'scan/naive/n=1,f32'];
const matches = (id: string, glob: string) => id.startsWith(glob.replace(/\*.*$/, ''));

const entry = (wishes: Partial<Acknowledgement> = {}): Acknowledgement => ({
  id: 'gemm/**',
  commit: 'bbbbbbbb',
  reason: 'numbers became right',
  by: 'somebody',
  ...wishes,
});

const resolved = (wishes: Partial<Acknowledgement>, ancestry = new Map<string, number>()) =>
  resolveAcknowledgements(
    [entry(wishes)],
    { machineKey, commits: [shas[0]!, shas[1]!, shas[3]!], ids },
    { matches, ancestry },
  )[0];

test('speaks of the recorded ids that its glob takes, at its commit', () => {
  expect(resolved({})).toMatchObject({ ids: ids.slice(0, 2), commits: [shas[1]] });
});

test('speaks of a machine only where it names none or this one', () => {
  expect(resolved({ machine: machineKey })).not.toBeNull();
  expect(resolved({ machine: 'another-vulkan-89abcdef' })).toBeNull();
  expect(resolved({ id: 'softmax/**' })).toBeNull();
});

test('a range is what comes after its first commit, up to its last', () => {
  expect(resolved({ commit: 'aaaaaaa..ddddddd' })?.commits).toEqual([shas[1], shas[3]]);
  expect(resolved({ commit: 'ddddddd..aaaaaaa' })?.commits).toEqual([]);
});

test('a commit that nobody measured shows in the first one after it, as git knows them', () => {
  const ancestry = new Map(shas.map((sha, place) => [sha, place]));
  expect(resolved({ commit: 'ccccccc' }, ancestry)?.commits).toEqual([shas[3]]);
  expect(resolved({ commit: 'ccccccc' })?.commits).toEqual([]);
  expect(resolved({ commit: 'bbbbbbb..ccccccc' }, ancestry)?.commits).toEqual([shas[3]]);
});

/** Twelve steady days, then days on which the variant one takes so long. */
function daysWith(...later: readonly number[]): readonly Run[] {
  return [...steadyDays, ...later.map((ns, at) => runOfDay(12 + at, { one: ns, two: 50_000 }))];
}

const takenAt = (run: Run | undefined) =>
  acknowledgedAmong([
    {
      ...entry(),
      id: 'reduce/one/**',
      commits: run ? [run.run.commit.sha] : [],
      ids: ['reduce/one/n=1024,f32'],
      isOfUse: true,
    },
  ]);

test('the gate names a suspect that somebody takes with the reason, and suspects it no more', () => {
  const runs = daysWith(120_000);
  expect(gateOf(runs, unknownNoise)?.suspects.map(({ id }) => id)).toEqual(['reduce/one/n=1024,f32']);
  const gate = gateOf(runs, unknownNoise, takenAt(runs.at(-1)));
  expect(gate?.suspects).toEqual([]);
  expect(gate?.acknowledged.map(({ id, by }) => [id, by.reason])).toEqual([
    ['reduce/one/n=1024,f32', 'numbers became right'],
  ]);
});

const noiseOf = () => ({ sigma0: 0.002, launches: 10 });

test('an acknowledged change begins a level: the next commit is held against it, and not against what was before', () => {
  const stays = daysWith(120_000, 120_300);
  const level = takenAt(stays.at(-2));
  expect(gateOf(stays, unknownNoise)?.suspects).toHaveLength(1);
  expect(gateOf(stays, unknownNoise, level)).toMatchObject({ suspects: [], acknowledged: [] });
  const worse = daysWith(120_000, 180_000);
  // One time alone does not tell its noise: A/A launches do.
  expect(gateOf(worse, noiseOf, takenAt(worse.at(-2)))?.suspects).toHaveLength(1);
  expect(gateOf(stays, noiseOf, level)?.suspects).toEqual([]);
});

test('what is counted leaves out acknowledged changes of level, and no others', () => {
  const slower = wiggle.slice(0, 8).map((off) => 130_000 + 100 * off);
  const runs = daysWith(...slower).map((run) => ({ run, local: false }));
  const judgement = judgeMachine(machineKey, runs);
  expect(judgement.changes.map(({ id }) => id)).toEqual(['reduce/one/n=1024,f32']);
  expect(withoutAcknowledged(judgement, takenAt(runs[12]?.run)).changes).toEqual([]);
  expect(withoutAcknowledged(judgement, takenAt(runs[3]?.run)).changes).toHaveLength(1);
});
