// Beside others: pairs of one run, their ratio, what they are not alike in, and an honest page where there is none.
import type { Peer, Result } from '@kernel-ladder/schema';
import { failed, passed, runOf, skipped, software } from '@kernel-ladder/curriculum/testing';
import { expect, test } from 'vitest';
import { besideOthers } from './beside-others.ts';
import { peerRowsOf } from './peers.ts';
import { mainMachine } from './data.ts';

const cublas: Peer = {
  name: 'cuBLAS',
  version: '12.8',
  api: 'cuda',
  settings: { tf32: false },
  timedBy: 'CUDA events round one call',
};
const tfjs: Peer = {
  ...cublas,
  name: 'tfjs',
  version: '4.22.0',
  api: 'webgpu',
  timedBy: 'timestamp queries',
};
const caseName = 'm=8,n=8,k=8,f32';

function row(variant: string, us: number, peer: Peer, more: Partial<Result> = {}): Result {
  const result = passed({ id: `gemm/${variant}/${caseName}`, us, more: { kind: 'peer', peer, ...more } });
  const { kernelHash: _, dispatch: __, loc: ___, timing, ...bare } = result;
  return { ...bare, ...(timing ? { timing: { ...timing, clock: 'peer' } } : {}) };
}

const rung = (variant: string, us: number) => passed({ id: `gemm/${variant}/${caseName}`, us });
const [naive, tiled] = [rung('naive', 30), rung('tiled', 10)];
const pageOf = (...runs: readonly ReturnType<typeof runOf>[]) => besideOthers({ families: [], runs });
const linesOf = (text: string) => text.split('\n').filter((line) => line.startsWith('| `m=8'));
const pairsOf = (...runs: readonly ReturnType<typeof runOf>[]) =>
  peerRowsOf(mainMachine({ families: [], runs })).pairs.map(({ own, peer, ratio, peerRow }) =>
    [own.result.variant, peer.result.variant, ratio.value, peerRow.run.commit.sha.slice(0, 1)].join(' '),
  );

test('a row names our best rung, the peer, both times, the ratio, and what the two are not alike in', () => {
  const { text } = pageOf(
    runOf('1', [naive, tiled, row('cublas', 8, cublas), row('tfjs', 25, tfjs, { wallNs: 90_000 })]),
  );
  expect(linesOf(text)).toMatchInlineSnapshot(`
    [
      "| \`m=8,n=8,k=8,f32\` | gemm/tiled | 10 (10 to 10) | \`cublas\` | 8 (8 to 8) |  | 0.8 × (0.8 to 0.8) | cold | CUDA events round one call; through CUDA, ours vulkan | \`gemm/cublas/m=8,n=8,k=8,f32\` | 11111111 |",
      "| \`m=8,n=8,k=8,f32\` | gemm/tiled | 10 (10 to 10) | \`tfjs\` | 25 (25 to 25) | 90 | 2.5 × (2.5 to 2.5) | cold | timestamp queries | \`gemm/tfjs/m=8,n=8,k=8,f32\` | 11111111 |",
    ]
  `);
  const [vendor, library] = ['## The vendor’s own', '## WebGPU libraries'].map((title) =>
    text.indexOf(title),
  );
  expect(text.indexOf('`cublas`')).toBeGreaterThan(vendor ?? 0);
  expect(text.indexOf('`cublas`')).toBeLessThan(library ?? 0);
  expect(text).toContain('our best rung is faster in 0 of 1 rows and slower in 1.');
  expect(text).toContain('| `tfjs` | tfjs | 4.22.0 | tf32 false | timestamp queries | 1 |');
});

test('a pair is of one run: that with most rungs, of several the newest', () => {
  const [first, second] = [row('cublas', 8, cublas), row('cublas', 9, cublas)];
  const partial = runOf('3', [naive, row('cublas', 7, cublas)]);
  expect(pairsOf(runOf('1', [naive, tiled, first]), runOf('2', [naive, tiled, second]), partial)).toEqual([
    'tiled cublas 0.9 2',
  ]);
  expect(pairsOf(runOf('1', [naive, tiled]), runOf('2', [first]))).toEqual([]);
});

test('a peer that was wrong when it last ran is no rival, one that was skipped since still is', () => {
  const right = row('cublas', 8, cublas);
  const before = runOf('1', [naive, tiled, right]);
  const [wrong, absent] = [failed, skipped].map((as) => ({ ...as(right), peer: cublas }));
  expect(pairsOf(before, runOf('2', [naive, tiled, wrong!]))).toEqual([]);
  expect(pageOf(before, runOf('2', [naive, tiled, wrong!])).text).toContain(
    `| failed: wrong-result: y[0] is 1 | 1 | gemm/cublas | \`gemm/cublas/${caseName}\` | 22222222 |`,
  );
  expect(pairsOf(before, runOf('2', [naive, tiled, absent!]))).toEqual(['tiled cublas 0.8 1']);
});

test('a row without a rung beside it says so', () => {
  const { text } = pageOf(runOf('1', [row('cublas', 8, cublas)]));
  expect(text).toContain('| no rung of its case in the same run that may be compared | 1 | gemm/cublas |');
});

test('rows that are not compared stand together where the reason is one', () => {
  const rows = [row('cublas', 8, cublas), row('tfjs', 9, tfjs)];
  const absent = rows.map((one): Result => ({ ...skipped(one), ...(one.peer ? { peer: one.peer } : {}) }));
  const { text } = pageOf(runOf('1', [naive, tiled, ...absent]));
  expect(text).toContain('| skipped: not-applicable: not here | 2 | gemm/cublas gemm/tfjs |');
});

test('without a row each group has a sentence with the command, and every family is missing its rows', () => {
  const family = {
    name: 'gemm',
    title: 'Matrix product',
    simulated: false,
    params: [],
    headline: { cache: 'hot', metric: 'gflops', cases: [] },
    tolerance: '',
    rungs: [],
  } as const;
  const soft = runOf('1', [naive, row('cublas', 8, cublas)], software);
  for (const runs of [[], [soft], [runOf('1', [naive, tiled])]]) {
    const { text, rows, missing } = besideOthers({ families: [family], runs });
    expect(text.match(/No recorded run of this machine has such a row/g)).toHaveLength(3);
    expect(text).toContain('on a host whose `python3` has torch');
    expect([rows, missing]).toEqual([0, ['`gemm`: a row of CUDA, of a WebGPU library, of the CPU']]);
  }
});
