// Stops too early or too late: terms, rows, columns, matrices and parts of a grid.
import { edit } from '@kernel-ladder/harness';
import type { Fault, Pass, Plan } from '@kernel-ladder/harness';
import type { GemmCase } from '../cases.ts';
import { isBatch, isGeneral, isPlainFloats } from './takes.ts';

/** Faults of this class. */
export const wrongBounds: readonly Fault<GemmCase>[] = [
  {
    name: 'first-term',
    summary: 'Leaves out the first term.',
    of: 'naive',
    change: edit('naive.wgsl', 'var k = 0u', 'var k = 1u'),
    answer: 'wrong-value',
    takes: isPlainFloats,
  },
  {
    name: 'last-term',
    summary: 'Leaves out the last term.',
    of: 'naive',
    change: edit('naive-general.wgsl', 'k < K; k++', 'k + 1u < K; k++'),
    answer: 'wrong-value',
    takes: isGeneral,
  },
  {
    name: 'fixed-depth',
    summary: 'Stops after 1000 terms.',
    of: 'naive',
    change: edit('naive-general.wgsl', 'k < K; k++', 'k < min(K, 1000u); k++'),
    answer: 'wrong-value',
    takes: (params) => isGeneral(params) && params.k > 1000,
  },
  {
    name: 'dropped-tail',
    summary: 'Leaves out the terms after the last whole tile along K.',
    of: 'tiled',
    change: edit('tiled.wgsl', '(K + TILE - 1u) / TILE', 'K / TILE'),
    answer: 'wrong-value',
    takes: ({ k }) => k % 16 !== 0,
  },
  {
    name: 'stale-stage',
    summary: 'Puts the tiles that come next where those at hand lie.',
    of: 'staged',
    change: edit('staged.wgsl', '(step + 1u) * TILE + x', 'step * TILE + x'),
    answer: 'wrong-value',
    takes: ({ k }) => k > 16,
  },
  {
    name: 'other-slot',
    summary: 'Multiplies the tiles of the slot before.',
    of: 'pipelined',
    change: edit('pipelined.wgsl', 'let slot = step % STAGES;', 'let slot = (step + STAGES - 1u) % STAGES;'),
    answer: 'wrong-value',
    takes: ({ k }) => k > 16,
  },
  {
    name: 'off-by-one-tile',
    summary: 'Leaves out a slice of K.',
    of: 'register',
    change: edit('register.wgsl.ts', 'for (var step = 0u;', 'for (var step = 1u;'),
    answer: 'wrong-value',
  },
  {
    name: 'first-ticket',
    summary: 'Begins with the second tile.',
    of: 'persistent',
    change: edit('register.wgsl.ts', 'atomicAdd(&tickets[0], 1u)', 'atomicAdd(&tickets[0], 1u) + 1u'),
    answer: 'unwritten',
  },
  {
    name: 'old-tickets',
    summary: 'Goes on with the tickets of an earlier launch.',
    of: 'persistent',
    change: (plan) => ({ ...plan, passes: plan.passes.slice(1) }),
    answer: 'unwritten',
  },
  {
    name: 'dropped-slice',
    summary: 'Leaves out the first slice of K.',
    of: 'occupancy',
    change: edit('register.wgsl.ts', 'for (var step = 0u;', 'for (var step = 1u;'),
    answer: 'wrong-value',
  },
  {
    name: 'dropped-part',
    summary: 'Leaves the last part of a split K out of the sum.',
    of: 'split-k',
    change: edit('fold.wgsl', 'part < PARTS', 'part + 1u < PARTS'),
    answer: 'wrong-value',
  },
  {
    name: 'unwritten-edge',
    summary: 'Leaves the last column of C as it was.',
    of: 'subgroup',
    change: edit('subgroup.wgsl', 'columns[j] < N)', 'columns[j] + 1u < N)'),
    answer: 'unwritten',
    at: (index, { n }) => index % n === n - 1,
  },
  {
    name: 'unwritten-row',
    summary: 'Leaves the last row of C as it was.',
    of: 'tiled',
    change: edit(
      'tiled.wgsl',
      'if (WHOLE || (row < M && column < N)) {',
      'if (row + 1u < M && column < N) {',
    ),
    answer: 'unwritten',
    at: (index, { m, n }) => Math.floor(index / n) === m - 1,
  },
  {
    name: 'unwritten-matrix',
    summary: 'Leaves the last matrix of a batch as it was.',
    of: 'register',
    change: withoutLastMatrix,
    answer: 'unwritten',
    at: (index, { m, n, batch }) => index >= (batch - 1) * m * n,
    takes: isBatch,
  },
  {
    name: 'first-grid-row',
    summary: 'Does the work of the first row of the grid over and over.',
    of: 'naive',
    change: edit('naive-general.wgsl', 'group.y * GRID_X + group.x', 'group.x'),
    answer: 'unwritten',
    at: (index, { m, n }) => index % (m * n) >= 128 * 64,
    takes: ({ m, n, k, layout }) => m * n > 128 * 64 && k > 0 && layout !== 'nn',
  },
  {
    name: 'row-behind',
    summary: 'Stores a row behind the last one.',
    of: 'tiled',
    change: edit(
      'tiled.wgsl',
      'if (WHOLE || (row < M && column < N)) {',
      'if (WHOLE || (row <= M && column < N)) {',
    ),
    answer: 'out-of-bounds',
    takes: ({ m, k, n }) => m % 16 !== 0 && k % 16 !== 0 && n % 16 !== 0,
  },
  {
    name: 'reads-past-end',
    summary: 'Takes what stands behind A times zero, which need not be zero.',
    of: 'tiled',
    change: edit('tiled.wgsl', 'WHOLE || (row < M && k < K)', 'row < M'),
    answer: 'wrong-value',
    // The rows whose last tile reaches behind all of A.
    at: (index, { m, n, k }) => Math.floor(index / n) * k + Math.ceil(k / 16) * 16 > m * k,
    takes: ({ k }) => k % 16 !== 0,
  },
];

// The grid's z counts the matrices.
function withoutLastMatrix(plan: Plan): Plan {
  const passes = plan.passes.map((pass): Pass => {
    const [x, y, matrices] = pass.workgroups;
    return { ...pass, workgroups: [x, y, matrices - 1] };
  });
  return { ...plan, passes };
}
