// Faults of the rungs that give whole rows to threads, lanes or subgroups, in any format.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { SparseCase } from '../cases/kinds.ts';
import { longestRow, meanRow } from '../cases/lengths.ts';
import { ellWidth } from '../inputs/formats.ts';

const quad = 'vec4f(x[safe.x], x[safe.y], x[safe.z], x[safe.w])';
const countQuads = edit('ell.wgsl', `select(vec4f(), numbers * ${quad}, is_entry)`, `numbers * ${quad}`);
const countTail = edit(
  'ell.wgsl',
  'if (own != PADDING) {',
  'if (own == PADDING) {\n      sum += vals[place * ROWS + row] * x[0];\n    } else {',
);

/** The faults of `csr-scalar`, `csr-subgroup`, `csr-lanes`, `ell` and `bcsr`. */
export const rowFaults: readonly Fault<SparseCase>[] = [
  {
    name: 'entry-short',
    summary: 'leaves out the last entry of each row',
    of: 'csr-scalar',
    change: edit('csr/scalar.wgsl', 'at < end', 'at + 1u < end'),
    answer: 'wrong-value',
  },
  {
    name: 'next-row',
    summary: 'writes each row where the next one belongs',
    of: 'csr-scalar',
    change: edit('csr/scalar.wgsl', 'y[index] = sum', 'y[(index + 1u) % ROWS] = sum'),
    answer: 'wrong-value',
    takes: ({ rows, nnz }) => rows > 1 && nnz > rows,
  },
  {
    name: 'half-precision',
    summary: 'reads entries as half precision',
    of: 'csr-scalar',
    change: edit('csr/scalar.wgsl', 'vals[at] *', 'quantizeToF16(vals[at]) *'),
    answer: 'wrong-value',
    takes: ({ fill }) => fill === 'uniform',
  },
  {
    name: 'takes-off',
    summary: 'takes off products that it should add',
    of: 'csr-subgroup',
    change: edit('csr/subgroup.wgsl', 'sum += vals', 'sum -= vals'),
    answer: 'wrong-value',
  },
  {
    name: 'own-column',
    summary: 'takes the element of x at an entry’s place, not at its column',
    of: 'csr-subgroup',
    change: edit('csr/subgroup.wgsl', 'x[cols[at]]', 'x[min(at, arrayLength(&x) - 1u)]'),
    answer: 'wrong-value',
    takes: ({ nnz }) => nnz > 100,
  },
  {
    name: 'skips-empty',
    summary: 'leaves what an empty row had before',
    of: 'csr-subgroup',
    change: edit(
      'csr/subgroup.wgsl',
      'if (is_own && lane == 0u) {',
      'if (is_own && lane == 0u && offsets[row] < offsets[row + 1u]) {',
    ),
    answer: 'unwritten',
    takes: ({ rows, pattern }) => pattern === 'empty-rows' && rows > 1,
  },
  {
    name: 'neighbours',
    summary: 'counts what the first quad of a row holds of the one before',
    of: 'csr-lanes',
    change: edit('csr/lanes.wgsl', '(places >= vec4u(begin)) & ', ''),
    answer: 'wrong-value',
    takes: ({ rows, nnz }) => rows > 1 && nnz % 4 > 0,
  },
  {
    name: 'lanes-left-out',
    summary: 'adds up half of the lanes of a row',
    of: 'csr-lanes',
    change: edit('csr/lanes.wgsl', 'distance < LANES; distance', 'distance < LANES / 2u; distance'),
    answer: 'wrong-value',
    // As many lanes as the least subgroup has: more than one.
    takes: (params) => meanRow(params) > 8,
  },
  {
    name: 'one-of-two',
    summary: 'writes the first of the two rows that a team takes',
    of: 'csr-lanes',
    change: edit('csr/lanes.wgsl', 'row + TEAMS < ROWS', 'false'),
    answer: 'unwritten',
    takes: ({ rows }) => rows > 256,
  },
  {
    name: 'padding-counts',
    summary: 'multiplies places without an entry, which hold 0, with the first element of x',
    of: 'ell',
    change: (plan) => countTail(countQuads(plan)),
    answer: 'wrong-value',
    takes: (params) => params.fill === 'inf' && params.rows * (ellWidth(params) ?? 0) > params.nnz,
  },
  {
    name: 'along-rows',
    summary: 'looks for the places of a row side by side',
    of: 'ell',
    change: edit('ell.wgsl', '4u * step * ROWS + row', '4u * step * ROWS + row / 2u'),
    answer: 'wrong-value',
    takes: (params) => longestRow(params) >= 4 && params.rows > 1,
  },
  {
    name: 'turned-block',
    summary: 'takes the rows of each block from the last to the first',
    of: 'bcsr',
    change: edit('blocks.wgsl', 'vals[4u * block + row]', 'vals[4u * block + 3u - row]'),
    answer: 'wrong-value',
  },
  {
    name: 'first-block',
    summary: 'multiplies each block with the elements that the first one needs',
    of: 'bcsr',
    change: edit('blocks.wgsl', 'x[cols[block]]', 'x[cols[offsets[block_row]]]'),
    answer: 'wrong-value',
    takes: (params) => meanRow(params) >= 8,
  },
];
