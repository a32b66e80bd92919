// Reads the wrong place: a stride, a layout, a matrix of the batch, a lane or a part of a word.
import { edit } from '@kernel-ladder/harness';
import type { Fault, Pass, Plan } from '@kernel-ladder/harness';
import type { GemmCase } from '../cases.ts';
import { isBatch, isBehindFirst, isPlain, isPlainFloats } from './takes.ts';

/** Faults of this class. */
export const wrongIndices: readonly Fault<GemmCase>[] = [
  {
    name: 'first-subgroup',
    summary: 'Puts every subgroup of a workgroup where the first one is.',
    of: 'hierarchical',
    change: edit('register.wgsl.ts', 'let subtile = thread / 32u;', 'let subtile = 0u;'),
    answer: 'unwritten',
    takes: ({ config }) => config !== undefined,
  },
  {
    name: 'transposed-b',
    summary: 'Reads B by columns where it lies in rows.',
    of: 'naive',
    change: edit('naive.wgsl', 'b[k * N + column]', 'b[column * K + k]'),
    answer: 'wrong-value',
    takes: isPlainFloats,
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
    name: 'turned-stride',
    summary: 'Steps through a transposed A by its columns.',
    of: 'naive',
    change: edit('naive-general.wgsl', 'k * M + row, A_IS_TURNED', 'k * K + row, A_IS_TURNED'),
    answer: 'wrong-value',
    takes: ({ m, k, layout }) => layout[0] === 't' && m !== k && k > 1,
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
    name: 'first-a',
    summary: 'Reads the first A for all of a batch.',
    of: 'naive',
    change: edit('naive-general.wgsl', 'group.z * (M * K)', '0u'),
    answer: 'wrong-value',
    at: isBehindFirst,
    takes: isBatch,
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
    name: 'first-half',
    summary: 'Reads the even one of every two halves twice.',
    of: 'naive',
    change: edit('naive-f16.wgsl', 'word >> (16u * (element % 2u))', 'word'),
    answer: 'wrong-value',
    takes: (params) => isPlain(params, 'f16-f32'),
  },
  {
    name: 'second-half',
    summary: 'Reads the odd one of every two bf16 twice.',
    of: 'naive',
    change: edit('naive-bf16.wgsl', '(word >> (16u * (element % 2u))) << 16u', 'word & 0xffff0000u'),
    answer: 'wrong-value',
    takes: (params) => isPlain(params, 'bf16-f32'),
  },
  {
    name: 'unaligned-bytes',
    summary: 'Takes rows of bytes to begin on words.',
    of: 'dot4',
    change: edit(
      'dot4.wgsl',
      'a[(at + j) / 4u] >> (8u * ((at + j) % 4u))',
      'a[(at + j) / 4u] >> (8u * (j % 4u))',
    ),
    answer: 'wrong-value',
    takes: ({ k, m, layout }) => (layout[0] === 't' ? m : k) % 4 !== 0,
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
    name: 'first-lane',
    summary: 'Hands what the first lane holds to the terms behind the last whole cluster.',
    of: 'subgroup',
    change: edit(
      'subgroup.wgsl',
      'load_b(K - TAIL + j, columns);\n    for (var r = 0u; r < ROWS; r++) {\n      sums[r] += subgroupShuffle(held[r], first_lane + j)',
      'load_b(K - TAIL + j, columns);\n    for (var r = 0u; r < ROWS; r++) {\n      sums[r] += subgroupShuffle(held[r], first_lane)',
    ),
    answer: 'wrong-value',
    takes: ({ k }) => k % 4 > 1,
  },
];

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
