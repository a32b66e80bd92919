// Rungs with one mistake each, which the check must reject for the reason that the mistake gives.
import { edit } from '@kernel-ladder/harness';
import type { Fault, Plan } from '@kernel-ladder/harness';
import type { ScanCase } from './cases.ts';
import { firstState, resetStates } from './plans/look-back.ts';

/** The look-back that hands out the last tile first, so that no tile before is ever ready. */
export const inReverse = edit(
  'look-back.wgsl',
  'tile = workgroupUniformLoad(&ticket);',
  'tile = workgroupUniformLoad(&ticket);\n    tile = select(tile, TILES - 1u - tile, tile < TILES);',
);

/** The faults of a scan. */
export const wrong: readonly Fault<ScanCase>[] = [
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
    takes: ({ mode }) => mode === 'exclusive',
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
    name: 'unwritten-end',
    summary: 'does not write the last element of a quad that is not whole',
    of: 'reduce-then-scan',
    change: edit('scan-tiles.wgsl', 'part < N % 4u', 'part + 1u < N % 4u'),
    answer: 'unwritten',
    // Where there is one tile, the sums of tiles have no end of their own.
    takes: ({ n }) => n < wideTile.software,
    at: (index, { n }) => index === n - 1,
  },
  {
    name: 'dropped-tail',
    summary: 'leaves out what is behind the last whole quad',
    of: 'look-back',
    change: edit('look-back.wgsl', '< vec4u(N));', '< vec4u(N / 4u * 4u));'),
    answer: 'wrong-value',
    at: (index, { n }) => index >= n - (n % 4),
  },
  {
    name: 'stale-states',
    summary: 'clears the ticket but not the states of the tiles',
    of: 'look-back',
    change: (plan) => inReverse(withoutResetOfStates(plan)),
    answer: 'wrong-value',
    takes: hasManyTiles,
    at: isBehindFirstTile,
  },
  {
    name: 'never-falls-back',
    summary: 'takes a tile that stays silent for nothing: right as long as workgroups begin and end in order',
    of: 'look-back',
    change: (plan) => withoutFallback(inReverse(plan)),
    answer: 'wrong-value',
    takes: hasManyTiles,
    at: isBehindFirstTile,
  },
];

const withoutFallback = edit(
  'look-back.wgsl',
  'return LookBack(sum, end - 1u - to_silent);',
  'return LookBack(sum, NO_TILE);',
);

function withoutResetOfStates(plan: Plan): Plan {
  return { ...plan, passes: [resetStates(firstState / 4), ...plan.passes.slice(1)] };
}

// Elements of a tile of `blelloch` and of `look-back`: on a software adapter, and on hardware.
const treeTile = { software: 128, hardware: 512 };
const wideTile = { software: 1024, hardware: 8192 };

function hasTwoLevels({ n }: ScanCase): boolean {
  return n > treeTile.hardware && n <= treeTile.software ** 2;
}

function isInLastTile(index: number, { n }: ScanCase): boolean {
  return index >= n - (n % treeTile.hardware);
}

function hasManyTiles({ n }: ScanCase): boolean {
  return n > wideTile.hardware;
}

function isBehindFirstTile(index: number): boolean {
  return index >= wideTile.software;
}
