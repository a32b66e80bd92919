import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '@kernel-ladder/schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  bench,
  createWorkspace,
  onCard,
  samplePeer,
  sampleResult,
  sampleRun,
} from '../../fixtures/testing.ts';

const { root, remove } = createWorkspace();
afterAll(remove);

const key = 'test-gpu-vulkan-01234567';
const folder = join(root, 'dashboard', 'history', key);
const [oldSha, newSha] = ['a', 'b'].map((digit) => digit.repeat(40));

function write(name: string, run: unknown): string {
  writeFileSync(join(root, name), JSON.stringify(run));
  return name;
}

function failed(variant: string): Result {
  const { check: _, timing: __, metrics: ___, samplesNs: ____, ...rest } = sampleResult(variant, 100_000);
  const reason = { code: 'wrong-result', message: 'y[0] is 1 | not 2' };
  return { ...rest, status: 'failed', reason, comparable: false };
}

const steady = ['one', 'two', 'three'].map((variant) => sampleResult(variant, 100_000));
const base = sampleRun({
  sha: oldSha!,
  results: [...steady, sampleResult('four', 100000), sampleResult('old', 90000)],
});
const head = sampleRun({
  id: 'run-2',
  sha: newSha!,
  date: '2026-01-03T00:00:00Z',
  results: [
    sampleResult('one', 110000),
    sampleResult('two', 90000),
    sampleResult('three', 100100),
    failed('four'),
    sampleResult('fresh', 70000),
  ],
});
const launches = {
  schemaVersion: 1,
  commit: base.run.commit,
  machine: base.machine,
  effort: 'normal',
  sessions: [],
  ids: Object.fromEntries(
    steady.map(({ id }) => [id, { mediansNs: Array.from({ length: 10 }, () => 100_000), sigma: 0.003 }]),
  ),
};

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '2026-01-02-aaaaaaaa.json'), JSON.stringify(base));
  writeFileSync(join(folder, '2026-01-03-bbbbbbbb.json'), JSON.stringify(head));
  writeFileSync(join(folder, 'aa-aaaaaaaa.json'), JSON.stringify(launches));
  write('base.json', base);
  write('head.json', head);
});

const json = async (...argv: string[]) => JSON.parse((await bench(root, ['compare', ...argv, '--json'])).out);

test('latest-Nd is the newest commit that is so many days older than the newest', async () => {
  for (const word of ['latest-1d', 'latest-0d']) {
    const { base: side } = await json(word, 'latest');
    expect(side.sha).toBe(word === 'latest-1d' ? oldSha : newSha);
  }
  const { code, err } = await bench(root, ['compare', 'latest-7d', 'latest']);
  expect({ code, err }).toEqual({
    code: 2,
    err: expect.stringContaining('is 7 days older than the newest of its machine: give fewer days'),
  });
});

test('judges each id by the noise between launches, the slowest first', async () => {
  const { compared } = await json('base.json', 'head.json');
  expect(compared.map((row: { id: string; verdict: string }) => `${row.id} ${row.verdict}`)).toEqual([
    'reduce/one/n=1024,f32 REGRESSED',
    'reduce/three/n=1024,f32 SAME',
    'reduce/two/n=1024,f32 IMPROVED',
  ]);
  expect(compared[0].effect).toBeCloseTo(0.1, 6);
  expect(compared[0]).toMatchObject({ reasons: ['beyond-minimum-effect'], sameKernelHash: true });
});

test('takes the mean of the ids that both have, and lists the others apart', async () => {
  const { geomean, added, gone, newlyFailing, fixed } = await json('base.json', 'head.json');
  expect(geomean).toMatchObject({ count: 3 });
  expect(geomean.ratio).toBeCloseTo(Math.cbrt(1.1 * 0.9 * 1.001), 6);
  expect({ added, gone, fixed }).toEqual({
    added: ['reduce/fresh/n=1024,f32'],
    gone: ['reduce/old/n=1024,f32'],
    fixed: [],
  });
  expect(newlyFailing).toEqual([
    { id: 'reduce/four/n=1024,f32', reason: expect.objectContaining({ code: 'wrong-result' }) },
  ]);
});

test.for([
  ['aaaaaaaa', 'bbbb'],
  ['base.json', 'latest'],
  [oldSha!, 'head.json'],
] as const)('knows %s and %s', async ([from, to]) => {
  const said = await json(from, to);
  expect([said.base.sha, said.head.sha]).toEqual([oldSha, newSha]);
});

test('--fail-on slower fails on a regression, or on an id that newly fails alone', async () => {
  const { code } = await bench(root, ['compare', 'base.json', 'head.json', '--fail-on', 'slower']);
  const failing = ['base.json', 'head.json', '--select', 'reduce/four', '--fail-on', 'slower'];
  const faster = ['base.json', 'head.json', '--select', 'reduce/two', '--fail-on', 'slower'];
  expect(code).toBe(1);
  expect((await bench(root, ['compare', ...failing])).code).toBe(1);
  expect((await bench(root, ['compare', ...faster])).code).toBe(0);
  expect((await bench(root, ['compare', 'base.json', 'head.json'])).code).toBe(0);
});

test('what `--select` leaves out fails no guard', async () => {
  const argv = ['compare', 'base.json', 'head.json', '--fail-on', 'slower'];
  const { code } = await bench(root, [...argv, '--select', '!reduce/{one,four}']);
  expect(code).toBe(0);
  expect((await bench(root, [...argv, '--select', 'reduce/{two,four}', '--select', '!*/two'])).code).toBe(1);
});

test('--fail-on slower is not passed by a comparison of nothing', async () => {
  const gone = ['compare', 'base.json', 'head.json', '--select', 'reduce/old'];
  const { code, err } = await bench(root, [...gone, '--fail-on', 'slower']);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('had nothing to judge') });
  expect((await bench(root, gone)).code).toBe(0);
});

test('a change between two cards is none that fails a guard, and comes with its remedy', async () => {
  const files = [write('card-1.json', onCard(base, 1)), write('card-2.json', onCard(head, 2))];
  const argv = ['compare', ...files, '--select', 'reduce/one/**', '--fail-on', 'slower'];
  const { code, err } = await bench(root, argv);
  expect(code).toBe(0);
  expect(err).toMatch(/reduce\/one\/n=1024,f32 +UNDECIDED .*another card: 11111111 → 22222222/);
  expect(err).toContain('two of one model differ by some per cent');
  expect(err).toContain('pnpm bench ab aaaaaaaa bbbbbbbb');
  const { out } = await bench(root, [...argv, '--markdown']);
  expect(out).toContain('pnpm bench ab aaaaaaaa bbbbbbbb');
});

test('writes Markdown whose cells hold what kernels say', async () => {
  const { out } = await bench(root, ['compare', 'base.json', 'head.json', '--markdown']);
  expect(out).toContain('**1 REGRESSED, 1 IMPROVED, 1 SAME**');
  expect(out).toContain('| reduce/one/n=1024,f32 | REGRESSED | 100 µs | 110 µs | +10.0 % |');
  expect(out).toContain('- reduce/four/n=1024,f32: wrong-result: y\\[0\\] is 1 \\| not 2');
});

test('a peer that is slower, or fails, is listed and is no regression of ours', async () => {
  const [torch, tfjs] = [samplePeer('torch', 50_000), samplePeer('tfjs', 50_000)];
  const { check: _, timing: __, metrics: ___, samplesNs: ____, ...bare } = tfjs;
  const reason = { code: 'crashed', message: 'the child is gone' };
  const broken: Result = { ...bare, status: 'failed', reason, comparable: false };
  write('peers-base.json', { ...base, results: [...steady, torch, tfjs] });
  const slower = samplePeer('torch', 90_000, '2.12');
  write('peers-head.json', { ...head, results: [...steady, slower, broken, samplePeer('cub', 1000)] });
  const names = ['peers-base.json', 'peers-head.json'];
  const said = await json(...names, '--allow-incomparable');
  const ids = steady.map(({ id }) => id).toSorted();
  expect(said.compared.map(({ id }: { id: string }) => id).toSorted()).toEqual(ids);
  expect(said).toMatchObject({ added: [], newlyFailing: [], geomean: { count: 3, ratio: 1 } });
  expect(said.peers).toEqual([
    { id: torch.id, baseNs: 50_000, headNs: 90_000, changed: ['version 2.11 → 2.12'], reason: null },
    { id: tfjs.id, baseNs: 50_000, headNs: null, changed: [], reason },
  ]);
  const { code, err } = await bench(root, ['compare', ...names, '--fail-on', 'slower']);
  expect(code).toBe(0);
  expect(err).toContain('peers, not judged (2)');
  expect(err).toContain('reduce/torch/n=1024,f32: 50 µs → 90 µs; version 2.11 → 2.12');
  expect(err).toContain('reduce/tfjs/n=1024,f32: 50 µs → crashed: the child is gone');
});

test('withholds the verdict on a session whose rulers moved, and says so', async () => {
  const shaky = head.results.map((result) => ({
    ...result,
    comparable: false,
    comparableReasons: result.timing ? (['unstable-session'] as const) : [],
  }));
  write('shaky.json', { ...head, results: shaky });
  const { compared, geomean } = await json('base.json', 'shaky.json');
  expect(compared[0]).toMatchObject({ verdict: 'UNDECIDED', reasons: ['unstable-session'] });
  expect(geomean).toBeNull();
  const { compared: forced } = await json('base.json', 'shaky.json', '--allow-incomparable');
  expect(forced[0]).toMatchObject({
    verdict: 'REGRESSED',
    reasons: ['beyond-minimum-effect', 'unstable-session'],
  });
});

test('says that the noise is assumed where nobody launched the id again', async () => {
  write('other.json', { ...base, results: [sampleResult('old', 100000)] });
  const { compared } = await json('base.json', 'other.json');
  expect(compared[0].reasons).toContain('default-noise');
});

describe('refuses', () => {
  const soft = sampleRun({ id: 'soft', software: true });
  const elsewhere = { ...head, machine: sampleRun({ machine: 'other-gpu-vulkan-01234567' }).machine };
  beforeAll(() => {
    write('soft.json', soft);
    write('elsewhere.json', elsewhere);
  });

  test.for([
    {
      what: 'another machine',
      argv: ['base.json', 'elsewhere.json'],
      says: 'measure both on one machine, or',
    },
    { what: 'a software adapter', argv: ['soft.json', 'soft.json'], says: 'is a software adapter' },
    { what: 'one run', argv: ['base.json'], says: 'compare takes two runs' },
    { what: 'a commit without a run', argv: ['base.json', 'cccccccc'], says: 'no run of commit cccccccc' },
    { what: 'a name of nothing', argv: ['base.json', 'nothing'], says: 'nothing is no run file' },
    {
      what: 'a glob that matches nothing of either side',
      argv: ['base.json', 'head.json', '--select', 'reduce/two', '--select', 'reduce/ome/**'],
      says: 'unknown rung "reduce/ome"; did you mean "reduce/one"?',
    },
    {
      what: 'two texts on one stdout',
      argv: ['base.json', 'head.json', '--json', '--markdown'],
      says: '--json and --markdown both write to stdout',
    },
    {
      what: 'to fail on luck',
      argv: ['base.json', 'head.json', '--fail-on', 'luck'],
      says: 'did you mean "slower"',
    },
  ])('$what', async ({ argv, says }) => {
    const { code, err } = await bench(root, ['compare', ...argv]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(says) });
  });

  test('nothing of it when told to compare all the same', async () => {
    const { code } = await bench(root, ['compare', 'base.json', 'elsewhere.json', '--allow-incomparable']);
    expect(code).toBe(0);
  });
});
