// Mistakes of the rungs that fill one stage of workgroup memory while the other is multiplied, and of those of few rows or one column.
import { edit, editMatch } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { GemmCase } from '../cases.ts';

// Products that subgroup matrices take, and one whose edges are of no tile.
const [shallow, deep, ragged] = ['m=64,n=64,k=128,f16-f32', 'm=64,n=64,k=512,f16-f32', 'm=33,n=17,k=80,f32'];

// No tile takes so much of K in one step.
const deepest = 9000;

/** Faults of this class. */
export const wrongStages: readonly Fault<GemmCase>[] = [
  {
    name: 'slice-twice',
    summary: 'Fills both stages with the first slice.',
    of: 'register-pipelined',
    change: editMatch('register.wgsl.ts', /let next_k = 1u \*/, 'let next_k = 0u *'),
    answer: 'wrong-value',
    emulatedOn: [ragged],
  },
  {
    name: 'behind-by-two',
    summary: 'Fills a stage with the slice that the other one has got.',
    of: 'register-pipelined',
    change: editMatch('register.wgsl.ts', /min\(slice \+ 3u/, 'min(slice + 2u'),
    answer: 'wrong-value',
    emulatedOn: [ragged],
  },
  {
    name: 'turned-back',
    summary: 'Multiplies by the column that the way back along a row comes to next.',
    of: 'register-pipelined',
    change: editMatch('register.wgsl.ts', /(k = 3 of the block[^}]*?c1_3 = fma\(a0\.y, )b0\.w/, '$1b0.z'),
    answer: 'wrong-value',
    emulatedOn: [ragged],
  },
  {
    name: 'slab-twice',
    summary: 'Loads a slab of B for both stages.',
    of: 'tensor-pipelined',
    change: editMatch('tensor-pipelined.wgsl.ts', /(first_b \+ min\(slab \+) 3u/, '$1 2u'),
    answer: 'wrong-value',
    emulatedOn: [shallow],
  },
  {
    name: 'stage-of-a',
    summary: 'Multiplies the first fragments of the second slab by those of A in the first stage.',
    of: 'tensor-pipelined',
    change: editMatch(
      'tensor-pipelined.wgsl.ts',
      /(Slab 1, fragments 0 along K\.\n\s*let a0 = [^;]*at_a) \+ \d+u/,
      '$1',
    ),
    answer: 'wrong-value',
    emulatedOn: [shallow],
  },
  {
    name: 'skipped-fragments',
    summary: 'Leaves out a product of fragments.',
    of: 'tensor-pipelined',
    change: editMatch(
      'tensor-pipelined.wgsl.ts',
      /(Slab 1, fragments 0 along K\.[^}]*?)c00 = subgroupMatrixMultiplyAccumulate\(a0, b0, c00\);/,
      '$1',
    ),
    answer: 'wrong-value',
    emulatedOn: [shallow],
  },
  {
    name: 'first-part',
    summary: 'Multiplies the first part of A by all parts of B.',
    of: 'tensor-split-k',
    change: editMatch('tensor-pipelined.wgsl.ts', /let first_a = group\.z \* \d+u/, 'let first_a = 0u'),
    answer: 'wrong-value',
    emulatedOn: [deep],
  },
  {
    name: 'last-part',
    summary: 'Leaves the last part out of the sum.',
    of: 'tensor-split-k',
    change: edit('fold-wide.wgsl', 'part < PARTS', 'part + 1u < PARTS'),
    answer: 'wrong-value',
    emulatedOn: [deep],
  },
  {
    name: 'one-walker',
    summary: 'Begins with the same terms in all threads that share a column.',
    of: 'few-rows',
    change: edit('few-rows.wgsl.ts', 'walker * 4u', '0u'),
    answer: 'wrong-value',
    takes: ({ k }) => k > 4,
  },
  {
    name: 'half-of-walkers',
    summary: 'Leaves half of the sums of a column out of the last fold.',
    of: 'few-rows',
    change: edit('few-rows.wgsl.ts', 'sums[thread] += sums[thread + 8u];', ''),
    answer: 'wrong-value',
    // Of f32 eight threads stand beside each other.
    takes: ({ k, dtype }) => k > 4 && dtype === 'f32',
  },
  {
    name: 'first-lanes',
    summary: 'Leaves half of the sums of a row of the matrix out of the last fold.',
    of: 'matrix-vector',
    change: edit('matrix-vector.wgsl.ts', 'sums[thread] += sums[thread + 1u];', ''),
    answer: 'wrong-value',
    takes: ({ k, layout }) => k > 4 && layout === 'nn',
  },
  {
    name: 'short-rows',
    summary: 'Multiplies the first step of each row of the matrix in all steps.',
    of: 'matrix-vector',
    change: editMatch('matrix-vector.wgsl.ts', /let k = step \* \d+u/, 'let k = 0u'),
    answer: 'wrong-value',
    takes: ({ k, layout }) => k >= deepest && layout === 'nn',
  },
  {
    name: 'first-row',
    summary: 'Leaves the first row of a workgroup as it was.',
    of: 'few-rows',
    change: editMatch('few-rows.wgsl.ts', /for \(var row = 0u; row < (\d+)u/, 'for (var row = 1u; row < $1u'),
    answer: 'unwritten',
  },
];
