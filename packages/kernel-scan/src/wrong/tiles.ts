// Faults of the rungs whose tiles have 16 elements a thread.
import { edit } from '@kernel-ladder/harness';
import type { Fault, Plan } from '@kernel-ladder/harness';
import type { ScanCase } from '../cases.ts';
import { firstState, resetStates } from '../plans/look-back.ts';

// Elements of a tile: on a software adapter, and on hardware.
const wideTile = { software: 1024, hardware: 8192 };

/** The look-back that hands out the last tile first, so that no tile before is ever ready. */
export const inReverse = edit(
  'look-back.wgsl',
  'tile = workgroupUniformLoad(&ticket);',
  'tile = workgroupUniformLoad(&ticket);\n    tile = select(tile, TILES - 1u - tile, tile < TILES);',
);

/** The faults of `reduce-then-scan`, `look-back`, `windowed` and `look-ahead`. */
export const tileFaults: readonly Fault<ScanCase>[] = [
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
  {
    name: 'greater-row',
    summary: 'sums up a tile with the greater of its last two rows',
    of: 'reduce-then-scan',
    change: edit('tile-sums.wgsl', '(a + b) + (c + d)', '(a + b) + max(c, d)'),
    answer: 'wrong-value',
    takes: hasManyTiles,
    at: isBehindFirstTile,
  },
  {
    name: 'rounded-elements',
    summary: 'reads elements as half precision',
    of: 'reduce-then-scan',
    change: edit(
      'scan-tiles.wgsl',
      'let a = scan_quad(load_quad(first));',
      'let a = scan_quad(vec4<Value>(quantizeToF16(vec4f(load_quad(first)))));',
    ),
    answer: 'wrong-value',
    takes: ({ dtype }) => dtype === 'f32',
  },
  {
    name: 'one-behind',
    summary: 'writes what stands before an element of an inclusive scan',
    of: 'look-back',
    change: edit('look-back.wgsl', 'before + sums.xyz), EXCLUSIVE)', 'before + sums.xyz), true)'),
    answer: 'wrong-value',
    takes: ({ mode }) => mode === 'inclusive',
  },
  {
    name: 'counts-past-prefix',
    summary: 'adds the tiles behind one that tells the sum of everything up to itself',
    of: 'look-back',
    change: edit('look-back.wgsl', '(distance <= vec4u(to_prefix)) & ', ''),
    answer: 'wrong-value',
    takes: hasManyTiles,
    at: isBehindFirstTile,
  },
  {
    name: 'forgets-own-tile',
    summary: 'adds the tiles between two of a workgroup and not the first of the two',
    of: 'windowed',
    change: edit('windowed.wgsl', 'carried.total + window', 'window'),
    answer: 'wrong-value',
    takes: hasRounds,
    at: isBehindFirstRound,
  },
  {
    name: 'own-tile-twice',
    summary: 'takes the last tile of a workgroup for one of those in between',
    of: 'windowed',
    change: edit('windowed.wgsl', 'known = held_tile + 1u;', 'known = held_tile;'),
    answer: 'wrong-value',
    takes: hasRounds,
    at: isBehindFirstRound,
  },
  {
    name: 'sums-up-its-own',
    summary: 'publishes the sum of the tile that it scans for that of the tile that comes',
    of: 'look-ahead',
    change: edit('look-ahead.wgsl', '= ladders.coming;', '= ladders.rows.total;'),
    answer: 'wrong-value',
    takes: ({ n }) => n > 2 * firstRound,
    at: (index) => index >= 2 * firstRound,
  },
];

// Elements of the tiles that the workgroups of a software adapter begin with: 8 of 256 elements.
const firstRound = 8 * 256;

function hasRounds({ n }: ScanCase): boolean {
  return n > firstRound;
}

function isBehindFirstRound(index: number): boolean {
  return index >= firstRound;
}

const withoutFallback = edit(
  'look-back.wgsl',
  'return LookBack(sum, end - 1u - to_silent);',
  'return LookBack(sum, NO_TILE);',
);

function withoutResetOfStates(plan: Plan): Plan {
  return { ...plan, passes: [resetStates(firstState / 4), ...plan.passes.slice(1)] };
}

function hasManyTiles({ n }: ScanCase): boolean {
  return n > wideTile.hardware;
}

function isBehindFirstTile(index: number): boolean {
  return index >= wideTile.software;
}
