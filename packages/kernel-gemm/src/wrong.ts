// Rungs with one mistake each: a check that lets one through proves nothing.
import { edit } from '@kernel-ladder/harness';
import type { Fault, Pass, Plan } from '@kernel-ladder/harness';
import type { GemmCase } from './cases.ts';

/** What the check must reject, and why. */
export const wrong: readonly Fault<GemmCase>[] = [
  {
    name: 'transposed-b',
    summary: 'Reads B by columns where it lies in rows.',
    of: 'naive',
    change: edit('naive.wgsl', 'b[k * N + column]', 'b[column * K + k]'),
    answer: 'wrong-value',
    takes: isPlain,
  },
  {
    name: 'low-precision-sum',
    summary: 'Rounds every partial sum to f16.',
    of: 'naive',
    change: edit(
      'naive.wgsl',
      'sum += a[row * K + k] * b[k * N + column];',
      'sum = quantizeToF16(sum + a[row * K + k] * b[k * N + column]);',
    ),
    answer: 'wrong-value',
    takes: isPlain,
  },
  {
    name: 'batch-stride',
    summary: 'Steps through the batch of B by the size of an A.',
    of: 'naive',
    change: edit('naive-general.wgsl', 'group.z * (K * N)', 'group.z * (M * K)'),
    answer: 'wrong-value',
    at: (index, { m, n }) => index >= m * n,
    takes: ({ m, n, batch }) => batch > 1 && m !== n,
  },
  {
    name: 'layout-swapped',
    summary: 'Takes the wrong one of A and B as stored transposed.',
    of: 'naive',
    change: inTurn(
      edit('naive-general.wgsl', 'k * M + row, A_IS_TURNED', 'k * M + row, B_IS_TURNED'),
      edit('naive-general.wgsl', 'column * K + k, B_IS_TURNED', 'column * K + k, A_IS_TURNED'),
    ),
    answer: 'wrong-value',
    takes: ({ layout }) => layout === 'nt' || layout === 'tn',
  },
  {
    name: 'unsigned-bytes',
    summary: 'Loses the sign of the bytes.',
    of: 'naive',
    change: edit('naive-general.wgsl', 'unpack4xI8', 'unpack4xU8'),
    answer: 'wrong-value',
    takes: ({ dtype }) => dtype === 'i8-i32',
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
    name: 'missing-barrier',
    summary: 'Reads the tiles before everyone has written them.',
    of: 'tiled',
    change: edit(
      'tiled.wgsl',
      'before anyone reads them.\n    workgroupBarrier();',
      'before anyone reads them.',
    ),
    answer: 'wrong-value',
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
    name: 'unwritten-edge',
    summary: 'Leaves the last column of C as it was.',
    of: 'subgroup',
    change: edit('subgroup.wgsl', 'columns[j] < N)', 'columns[j] + 1u < N)'),
    answer: 'unwritten',
    at: (index, { n }) => index % n === n - 1,
  },
  {
    name: 'low-precision-inputs',
    summary: 'Cuts B to the 10 mantissa bits of TF32.',
    of: 'register',
    change: edit(
      'register.wgsl.ts',
      'return four;\n}\n\n@group(0) @binding(2)',
      'return bitcast<vec4f>(bitcast<vec4u>(four) & vec4u(0xffffe000u));\n}\n\n@group(0) @binding(2)',
    ),
    answer: 'wrong-value',
    takes: ({ dtype }) => dtype === 'f32',
  },
  {
    name: 'off-by-one-tile',
    summary: 'Leaves out a slice of K.',
    of: 'register',
    change: edit('register.wgsl.ts', 'for (var step = 0u;', 'for (var step = 1u;'),
    answer: 'wrong-value',
  },
  {
    name: 'bias-by-row',
    summary: 'Adds the bias down the rows instead of along the columns.',
    of: 'unfused',
    change: edit('epilogue.wgsl', 'at % COLUMNS', 'at / COLUMNS % COLUMNS'),
    answer: 'wrong-value',
    at: (index, { n }) => Math.floor(index / n) % n !== index % n,
    takes: ({ epilogue }) => epilogue.startsWith('bias'),
  },
  {
    name: 'first-b',
    summary: 'Binds the B of the first matrix for all of a batch.',
    of: 'looped',
    change: bindFirstB,
    answer: 'wrong-value',
    at: (index, { m, n }) => index >= m * n,
  },
  {
    name: 'dropped-part',
    summary: 'Leaves the last part of a split K out of the sum.',
    of: 'split-k',
    change: edit('fold.wgsl', 'part < PARTS', 'part + 1u < PARTS'),
    answer: 'wrong-value',
  },
  {
    name: 'stale-output',
    summary: 'Adds to what C holds instead of replacing it.',
    of: 'dot4',
    change: edit('dot4.wgsl', 'c[at] = finish', 'c[at] += finish'),
    answer: 'wrong-value',
  },
];

// One row-major product without an epilogue, whose naive kernel is the plainest.
function isPlain({ dtype, batch, layout, epilogue }: GemmCase): boolean {
  return dtype === 'f32' && batch === 1 && layout === 'nn' && epilogue === 'none';
}

type Change = (plan: Plan) => Plan;

function inTurn(...changes: readonly Change[]): Change {
  return (plan) => changes.reduce((current, change) => change(current), plan);
}

function bindFirstB(plan: Plan): Plan {
  const passes = plan.passes.map((pass) => ({ ...pass, bindings: pass.bindings.map(firstOfB) }));
  return { ...plan, passes };
}

function firstOfB(binding: Pass['bindings'][number]): Pass['bindings'][number] {
  return typeof binding !== 'string' && binding.buffer === 'b' ? { ...binding, offset: 0 } : binding;
}
