// Mistakes of poolings.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import { geometryOf } from '../geometry.ts';
import { isConvolution } from '../problem.ts';
import type { ConvCase, Op } from '../problem.ts';

// Windows that four to a thread take.
const isQuartered = ({ op, kernel, size, stride, padding }: ConvCase) =>
  op !== 'conv' && kernel === 2 && size % 8 === 0 && stride === 'usual' && padding === 'same';

const ofOp = (op: Op) => (params: ConvCase) => params.op === op;

/** Faults of `pool` and `pool-quads`. */
export const poolFaults: readonly Fault<ConvCase>[] = [
  {
    name: 'zero-maximum',
    summary: 'begins with 0, above which no window need have an element',
    of: 'pool',
    change: edit('pool.wgsl', 'select(-0x1.fffffep+127f, 0.0, MEAN)', '0.0'),
    answer: 'wrong-value',
    takes: ofOp('max'),
  },
  {
    name: 'least-element',
    summary: 'takes the least element, from 0 on',
    of: 'pool',
    change: edit('pool.wgsl', 'max(folded, pixel)', 'min(abs(folded), pixel)'),
    answer: 'wrong-value',
    takes: ofOp('max'),
  },
  {
    name: 'adds-up',
    summary: 'gives the sum where it should give the mean',
    of: 'pool',
    change: edit('pool.wgsl', 'folded / f32(KERNEL * KERNEL)', 'folded'),
    answer: 'wrong-value',
    takes: (params) => params.op === 'average' && params.kernel > 1,
  },
  {
    name: 'overlapping-windows',
    summary: 'begins each window one pixel behind the last',
    of: 'pool',
    change: edit('pool.wgsl', 'window * STRIDE', 'window'),
    answer: 'wrong-value',
    takes: (params) => {
      const { stride, out, size } = geometryOf(params);
      return !isConvolution(params) && stride > 1 && out > 1 && size > 3;
    },
  },
  {
    name: 'last-row-of-window',
    summary: 'leaves the last row of a window out',
    of: 'pool',
    change: edit('pool.wgsl', 'row < KERNEL; row++', 'row + 1u < KERNEL; row++'),
    answer: 'wrong-value',
    takes: (params) => params.op === 'average' && params.kernel > 1,
  },
  {
    name: 'same-row-twice',
    summary: 'folds the upper row of a window with itself',
    of: 'pool-quads',
    change: edit('pool-quads.wgsl', 'x[at + SIZE / 4u]', 'x[at]'),
    answer: 'wrong-value',
    takes: isQuartered,
  },
  {
    name: 'neighbours-swapped',
    summary: 'writes four results in the order in which their pixels were folded',
    of: 'pool-quads',
    change: edit('pool-quads.wgsl', 'vec4f(left.xz, right.xz)', 'vec4f(left.x, right.x, left.z, right.z)'),
    answer: 'wrong-value',
    takes: isQuartered,
  },
];
