// Faults of the rungs that scan tiles level by level.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { ScanCase } from '../cases.ts';

// Elements of a tile of `blelloch`: on a software adapter, and on hardware.
const treeTile = { software: 128, hardware: 512 };

/** The faults of `hillis-steele`, `blelloch`, `shuffle` and `subgroup`. */
export const levelFaults: readonly Fault<ScanCase>[] = [
  {
    name: 'missing-barrier',
    summary: 'reads a level before it is written',
    of: 'hillis-steele',
    change: edit('hillis-steele.wgsl', 'workgroupBarrier();\n    let stride', 'let stride'),
    answer: 'wrong-value',
    // Nothing is added to the first element.
    at: (index) => index > 0,
  },
  {
    name: 'low-precision',
    summary: 'rounds every addition on the way up to half precision',
    of: 'blelloch',
    change: edit(
      'blelloch.wgsl',
      'tree[padded(right)] += tree[padded(right - stride)];',
      'tree[padded(right)] = Value(quantizeToF16(f32(tree[padded(right)] + tree[padded(right - stride)])));',
    ),
    answer: 'wrong-value',
    takes: ({ dtype }) => dtype === 'f32',
    at: (index) => index > 0,
  },
  {
    name: 'lost-offset',
    summary: 'a last tile that is not full misses the sum of those before it',
    of: 'blelloch',
    change: edit('add-offsets.wgsl', 'index < N', 'index < N / TILE * TILE'),
    answer: 'wrong-value',
    takes: hasTwoLevels,
    at: isInLastTile,
  },
  {
    name: 'own-element',
    summary: 'an element of an exclusive scan counts itself',
    of: 'shuffle',
    change: edit('subgroup.wgsl', 'if (EXCLUSIVE)', 'if (false)'),
    answer: 'wrong-value',
    takes: isExclusive,
  },
  {
    name: 'wrong-subgroup',
    summary: 'counts on subgroups of 32 lanes, so that the sums of most smaller ones are not scanned',
    of: 'subgroup',
    change: edit('subgroup.wgsl', '(WORKGROUP + size - 1u) / size', '(WORKGROUP + 31u) / 32u'),
    answer: 'wrong-value',
    // Two sums at least are scanned, and no subgroup has fewer than four lanes.
    at: (index) => index >= 12,
  },
  {
    name: 'dropped-first',
    summary: 'adds the first element to none that lies a power of two behind it',
    of: 'hillis-steele',
    change: edit('hillis-steele.wgsl', 'thread >= stride', 'thread > stride'),
    answer: 'wrong-value',
    at: (index) => index > 0,
  },
  {
    name: 'own-first',
    summary: 'begins each tile of an exclusive scan with its first element instead of nothing',
    of: 'hillis-steele',
    change: edit('hillis-steele.wgsl', '    sum = Value(0);\n', ''),
    answer: 'wrong-value',
    takes: isExclusive,
  },
  {
    name: 'takes-itself-off',
    summary: 'makes an exclusive scan of the inclusive one less the own element, which rounds twice',
    of: 'hillis-steele',
    change: edit(
      'hillis-steele.wgsl',
      'sum = buffers[(LEVELS % 2u) * WORKGROUP + (thread + WORKGROUP - 1u) % WORKGROUP];',
      'sum = buffers[(LEVELS % 2u) * WORKGROUP + thread] - values[min(index, N - 1u)];',
    ),
    answer: 'wrong-value',
    // A large element takes the digits of those before it along.
    takes: ({ mode, fill, dtype }) => mode === 'exclusive' && fill === 'mixed' && dtype === 'f32',
    at: (index) => index > 0,
  },
  {
    name: 'wrong-sibling',
    summary: 'takes the neighbour on the way up, not the sibling',
    of: 'blelloch',
    change: edit('blelloch.wgsl', '+= tree[padded(right - stride)];', '+= tree[padded(right - 1u)];'),
    answer: 'wrong-value',
    at: (index) => index > 0,
  },
  {
    name: 'next-offset',
    summary: 'gives the last element of a tile the offset of the next one',
    of: 'blelloch',
    change: edit('add-offsets.wgsl', 'offsets[index / TILE]', 'offsets[(index + 1u) / TILE]'),
    answer: 'wrong-value',
    takes: hasTwoLevels,
    at: (index) => (index + 1) % treeTile.software === 0,
  },
  {
    name: 'lost-carry',
    summary: 'scans the sums of subgroups in trips and forgets between them',
    of: 'subgroup',
    change: edit('subgroup.wgsl', 'carry = subgroupShuffle(scanned, size - 1u);', ''),
    answer: 'wrong-value',
    // Behind as many subgroups as the least of them has lanes.
    at: (index) => index >= 4 * 4,
  },
];

function hasTwoLevels({ n }: ScanCase): boolean {
  return n > treeTile.hardware && n <= treeTile.software ** 2;
}

function isInLastTile(index: number, { n }: ScanCase): boolean {
  return index >= n - (n % treeTile.hardware);
}

function isExclusive({ mode }: ScanCase): boolean {
  return mode === 'exclusive';
}
