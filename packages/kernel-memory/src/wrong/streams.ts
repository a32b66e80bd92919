// Faults of the strided copy and of the streams.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { MemoryCase, StreamOp } from '../cases/kinds.ts';

const isOf = (op: StreamOp) => (params: MemoryCase) => 'op' in params && params.op === op;
const wordsOf = (params: MemoryCase) => ('n' in params ? Number(params.n) : 0);

/** The faults of `copy`, `scalar`, `vec4`, `wide` and `persistent`. */
export const streamFaults: readonly Fault<MemoryCase>[] = [
  {
    name: 'next-column',
    summary: 'takes each word one column further on',
    of: 'copy',
    change: edit('copy.wgsl', 'y[index] = x[index]', 'y[index] = x[(index + 1u) % N]'),
    answer: 'wrong-value',
  },
  {
    name: 'dropped-stride',
    summary: 'leaves out what is behind the last whole stride',
    of: 'copy',
    change: edit('copy.wgsl', 'index < N', 'index < N / STRIDE * STRIDE'),
    answer: 'unwritten',
    takes: (params) => 'stride' in params && wordsOf(params) % Number(params.stride) > 0,
  },
  {
    name: 'dropped-tail',
    summary: 'leaves out the last item',
    of: 'scalar',
    change: edit('streams/copy.wgsl', 'index < ITEMS', 'index < ITEMS - 1u'),
    answer: 'unwritten',
    takes: (params) => isOf('copy')(params) && wordsOf(params) % 256 > 0,
    at: (index, params) => index === wordsOf(params) - 1,
  },
  {
    name: 'low-bits-lost',
    summary: 'moves words as floats of half precision',
    of: 'vec4',
    change: edit(
      'streams/copy.wgsl',
      'y[index] = x[index]',
      'y[index] = bitcast<Item>(quantizeToF16(bitcast<vec4f>(x[index] & Item(0x3fffffffu))))',
    ),
    answer: 'wrong-value',
    takes: isOf('copy'),
  },
  {
    name: 'words-left-out',
    summary: 'a read takes its last step for nothing',
    of: 'wide',
    change: edit('streams/read.wgsl', 'step < EACH', 'step < EACH - 1u'),
    answer: 'wrong-value',
    takes: (params) => isOf('read')(params) && wordsOf(params) >= 16_384,
  },
  {
    name: 'half-block',
    summary: 'a read counts the first half of each block twice, and the second not at all',
    of: 'wide',
    change: edit('streams/read.wgsl', 'step * WORKGROUP', 'step % (EACH / 2u) * WORKGROUP'),
    answer: 'wrong-value',
    takes: (params) => isOf('read')(params) && wordsOf(params) >= 16_384,
  },
  {
    name: 'lost-subtotal',
    summary: 'the first thread gives its own words for those of the block',
    of: 'scalar',
    change: edit('streams/read.wgsl', 'sums[block] = atomicLoad(&total)', 'sums[block] = word_sum(sum)'),
    answer: 'wrong-value',
    takes: isOf('read'),
  },
  {
    name: 'first-key',
    summary: 'a write takes the first word of the key everywhere',
    of: 'scalar',
    change: edit('streams/write.wgsl', 'thread % KEYS', 'thread % 1u'),
    answer: 'wrong-value',
    takes: isOf('write'),
    at: (index) => index % 4 > 0,
  },
  {
    name: 'scattered',
    summary: 'puts words where it should fetch them from',
    of: 'scalar',
    change: edit('streams/gather.wgsl', 'y[index] = x[order[index]]', 'y[order[index]] = x[index]'),
    answer: 'wrong-value',
    takes: (params) => isOf('gather')(params) && wordsOf(params) > 4,
  },
  {
    name: 'difference',
    summary: 'takes off what it should add',
    of: 'wide',
    change: edit('streams/triad.wgsl', 'a[index] + SCALAR', 'a[index] - SCALAR'),
    answer: 'wrong-value',
    takes: isOf('triad'),
  },
  {
    name: 'half-precision',
    summary: 'reads one operand as half precision',
    of: 'scalar',
    change: edit('streams/triad.wgsl', 'SCALAR * b[index]', 'SCALAR * quantizeToF16(b[index])'),
    answer: 'wrong-value',
    takes: isOf('triad'),
  },
  {
    name: 'every-other-tile',
    summary: 'takes as many tiles a turn as there are twice as many workgroups',
    of: 'persistent',
    change: edit('streams/persistent.wgsl', 'tile += GROUPS', 'tile += 2u * GROUPS'),
    answer: 'unwritten',
    takes: (params) => 'groups' in params && wordsOf(params) > 4096 * Number(params.groups),
  },
  {
    name: 'past-edge',
    summary: 'writes a whole tile where fewer words are left',
    of: 'scalar',
    change: edit('streams/write.wgsl', 'WHOLE || index < ITEMS', 'true'),
    answer: 'out-of-bounds',
    takes: (params) => isOf('write')(params) && wordsOf(params) % 256 > 0,
  },
];
