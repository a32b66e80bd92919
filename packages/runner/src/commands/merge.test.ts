import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '@kernel-ladder/schema';
import { afterAll, expect, test } from 'vitest';
import { readRun } from '../files/files.ts';
import {
  bench,
  createWorkspace,
  onCard,
  sampleLadder,
  sampleResult,
  sampleRun,
} from '../../fixtures/testing.ts';

const { root, remove } = createWorkspace();
afterAll(remove);

const names = ['a', 'b', 'c', 'd', 'e'];

function shard(index: number, change: (run: Run) => Run = (run) => run): string {
  const own = names.filter((_, at) => at % 2 === index - 1);
  const run = sampleRun({ id: `shard-${index}`, results: own.map((name) => sampleResult(name, 1000)) });
  const argv = ['--suite=quick', `--shard=${index}/2`];
  const file = `shard-${index}.json`;
  writeFileSync(join(root, file), JSON.stringify(change({ ...run, run: { ...run.run, argv } })));
  return file;
}

test('deals the shards back into the order of the whole run, whichever comes first', async () => {
  const { code } = await bench(root, ['merge', shard(2), shard(1), '--out', 'whole.json']);
  expect(code).toBe(0);
  const whole = readRun(join(root, 'whole.json'));
  expect(whole.results.map(({ variant }) => variant)).toEqual(names);
  expect(whole.sessions).toHaveLength(2);
  expect(whole.run).toMatchObject({ suite: 'quick', argv: ['--suite=quick'], interrupted: false });
});

const seeded = (seed: number, startedAt: string) => (run: Run) => ({
  ...run,
  run: { ...run.run, seed, startedAt },
  results: run.results.map((result) => ({ ...result, check: { ...result.check!, seeds: [seed] } })),
});

test('unites shards of different seeds: each result keeps its own, the run has that of the shard that began first', async () => {
  const files = [shard(1, seeded(7, '2026-02-02T00:00:00Z')), shard(2, seeded(5, '2026-02-01T00:00:00Z'))];
  const { code } = await bench(root, ['merge', ...files, '--out', 'seeds.json']);
  expect(code).toBe(0);
  const { run, results } = readRun(join(root, 'seeds.json'));
  expect(run).toMatchObject({ seed: 5, startedAt: '2026-02-01T00:00:00Z' });
  expect(results.map(({ check }) => check?.seeds)).toEqual([[7], [5], [7], [5], [7]]);
});

const withLadders =
  (...families: readonly string[]) =>
  (run: Run) => ({ ...run, families: families.map((name) => sampleLadder(name, [name])) });

test('unites the ladders of the shards', async () => {
  const files = [shard(1, withLadders('reduce', 'scan')), shard(2, withLadders('gemm', 'reduce'))];
  await bench(root, ['merge', ...files, '--out', 'whole.json']);
  const { families } = readRun(join(root, 'whole.json'));
  expect(families?.map(({ name }) => name)).toEqual(['gemm', 'reduce', 'scan']);
  expect(families?.[1]).toEqual(sampleLadder('reduce', ['reduce']));
});

test('takes copies of one shard for one', async () => {
  const [one, two] = [shard(1), shard(2)];
  writeFileSync(join(root, 'copy.json'), readFileSync(join(root, one)));
  const { code, err } = await bench(root, ['merge', one, 'copy.json', two, '--out', 'whole.json']);
  expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('merged 2 runs: ') });
  expect(readRun(join(root, 'whole.json')).results.map(({ variant }) => variant)).toEqual(names);
  const alone = await bench(root, ['merge', one, 'copy.json', '--out', 'never.json']);
  expect(alone).toMatchObject({
    code: 2,
    err: expect.stringContaining('shard-1.json and copy.json are copies of one run'),
  });
});

test('makes the same run of the same shards, so that the history takes it once', async () => {
  await bench(root, ['merge', shard(1), shard(2), '--out', 'one.json']);
  await bench(root, ['merge', shard(2), shard(1), '--out', 'two.json']);
  expect(readRun(join(root, 'one.json')).run.id).toBe(readRun(join(root, 'two.json')).run.id);
});

test.for([
  ['one card', [1, 1], '1'.repeat(16)],
  ['two cards', [1, 2], undefined],
] as const)('shards of %s become a run that knows its card only if there is one', async ([, cards, id]) => {
  const files = cards.map((card, at) => shard(at + 1, (run) => onCard(run, card)));
  await bench(root, ['merge', ...files, '--out', 'cards.json']);
  expect(readRun(join(root, 'cards.json')).machine.card?.id).toBe(id);
});

const ofCommit = (sha: string) => (run: Run) => ({
  ...run,
  run: { ...run.run, commit: { ...run.run.commit, sha } },
});

test.for([
  {
    what: 'another commit',
    change: ofCommit('b'.repeat(40)),
    says: 'their commit is aaaaaaaaaaaa and bbbbbbbbbbbb',
  },
  {
    what: 'another machine',
    change: (run: Run) => ({ ...run, machine: sampleRun({ machine: 'other-gpu-vulkan-01234567' }).machine }),
    says: 'their machine is test-gpu-vulkan-01234567 and other-gpu-vulkan-01234567',
  },
  {
    what: 'an id twice',
    change: (run: Run) => ({ ...run, results: [sampleResult('a', 1000)] }),
    says: 'reduce/a/n=1024,f32 is in shard-1.json and in shard-2.json',
  },
])('refuses $what and writes nothing', async ({ change, says }) => {
  const { code, err } = await bench(root, ['merge', shard(1), shard(2, change), '--out', 'never.json']);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(says) });
  expect(existsSync(join(root, 'never.json'))).toBe(false);
});

test('refuses an --out that is no run, and keeps it', async () => {
  writeFileSync(join(root, 'notes.json'), '{"mine": true}');
  const { code, err } = await bench(root, ['merge', shard(1), shard(2), '--out', 'notes.json']);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('--out notes.json would replace') });
  expect(readFileSync(join(root, 'notes.json'), 'utf8')).toBe('{"mine": true}');
});
