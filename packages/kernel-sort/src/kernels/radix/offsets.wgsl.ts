// Where the keys of a tile go: what stands before them, of each digit. Either it has been summed up, or the tile looks back.
import { each, indent } from '@kernel-ladder/kernel-kit';

/** How a tile comes by what stands before it. */
export type Offsets = 'scanned' | 'look-back';

/** Text of declarations, of how a tile is found, and of the two steps: what a tile tells of its counts, and what it learns. */
interface OffsetsText {
  readonly declarations: string;
  /** Declares `tile` and `shift`, and leaves what is no tile. */
  readonly begin: string;
  /** Of `digit`, which the tile has `sum` times. */
  readonly tell: string;
  /** Adds what stands before the tile to `offsets`. */
  readonly learn: string;
}

/** Workgroups of a dispatch, in rows of `gridX`, and how many tiles a digit looks at in one go. */
export interface Grid {
  readonly groups: number;
  readonly gridX: number;
  readonly looked: number;
}

/** The text for either way. */
export function offsetsText(offsets: Offsets, grid: Grid): OffsetsText {
  return offsets === 'scanned' ? scanned(grid.gridX) : lookBack(grid);
}

function scanned(gridX: number): OffsetsText {
  return {
    declarations: `@group(0) @binding(4) var<storage, read> counts: array<u32>;
@group(0) @binding(5) var<storage, read> pass_entry: array<vec2u>;`,
    begin: `let tile = group.y * ${gridX}u + group.x;
  if (tile >= TILES) {
    return;
  }
  let shift = pass_entry[0].x;`,
    tell: '',
    learn: `for (var digit = thread; digit < RADIX; digit += WORKGROUP) {
    offsets[digit] += counts[digit * TILES + tile];
  }`,
  };
}

function lookBack({ groups, looked }: Grid): OffsetsText {
  return {
    declarations: [statesText, goBackText(looked), countAgainText].join('\n'),
    // Tickets go on from pass to pass: each dispatch takes as many.
    begin: `if (thread == 0u) {
    ticket = atomicAdd(&state[0], 1u);
  }
  let number = workgroupUniformLoad(&ticket);
  // A ticket, not the workgroup's number: tiles before this one belong to workgroups that have begun.
  let tile = number % ${groups}u;
  if (tile >= TILES) {
    return;
  }
  let shift = 8u * (number / ${groups}u);
  let rows = FIRST_ROW + (number / ${groups}u) * (TILES + 1u) * RADIX;`,
    tell: `// Row r is of the tile r − 1.
next_rows[digit] = tile;
atomicStore(&state[rows + (tile + 1u) * RADIX + digit], SUM | sum);`,
    learn: `loop {
    for (var digit = thread; digit < RADIX; digit += WORKGROUP) {
      look_back(digit, rows, tile);
    }
    workgroupBarrier();
    if (thread == 0u) {
      silent_row = atomicExchange(&farthest, 0u);
    }
    let row = workgroupUniformLoad(&silent_row);
    if (row == 0u) {
      break;
    }
    count_again(row, rows, shift, thread);
  }`,
  };
}

const statesText = `// Looks at a tile that is not ready before its digits are counted here.
const LOOKS = 32u;
// States of a tile's count, in its two upper bits: what is silent, a count of the tile, and one of everything up to it.
const SUM = 0x40000000u;
const PREFIX = 0x80000000u;
const COUNT = 0x3fffffffu;
const NO_ROW = 0xffffffffu;
// A ticket in a cache line of its own, the counts of all digits, then a row of counts for what stands before all tiles and for each of them.
const FIRST_ROW = 32u + 4u * RADIX;

@group(0) @binding(4) var<storage, read_write> state: array<atomic<u32>>;

var<workgroup> ticket: u32;
// Where each digit has to look next; NO_ROW when it knows all.
var<workgroup> next_rows: array<u32, RADIX>;
var<workgroup> farthest: atomic<u32>;
var<workgroup> silent_row: u32;

struct Seen {
  row: u32,
  sum: u32,
}

// One row further back, if it is the next one and not silent. Row 0 tells everything.
fn pass_row(seen: Seen, row: u32, count: u32) -> Seen {
  if (seen.row != row || row == NO_ROW || count < SUM) {
    return seen;
  }
  return Seen(select(row - 1u, NO_ROW, count >= PREFIX), seen.sum + (count & COUNT));
}

fn count_in(row: u32, rows: u32, digit: u32) -> u32 {
  return atomicLoad(&state[rows + row * RADIX + digit]);
}
`;

function goBackText(looked: number): string {
  return `// Goes back over the rows of a digit, ${looked} in flight, until one tells everything before it or stays silent.
fn look_back(digit: u32, rows: u32, tile: u32) {
  var seen = Seen(next_rows[digit], offsets[digit]);
  if (seen.row == NO_ROW) {
    return;
  }
  for (var looks = 0u; looks < LOOKS && seen.row != NO_ROW; looks++) {
    let row = seen.row;
${indent(
  each(looked, (back) => `let count${back} = count_in(max(row, ${back}u) - ${back}u, rows, digit);`),
  4,
)}
${indent(
  each(looked, (back) => `seen = pass_row(seen, row - ${back}u, count${back});`),
  4,
)}
    if (seen.row != row) {
      looks = 0u;
    }
  }
  next_rows[digit] = seen.row;
  offsets[digit] = seen.sum;
  if (seen.row == NO_ROW) {
    atomicStore(&state[rows + (tile + 1u) * RADIX + digit], PREFIX | (seen.sum + ends[digit]));
  } else {
    atomicMax(&farthest, seen.row);
  }
}`;
}

const countAgainText = `// Nobody waits for long: whoever waits for a silent tile counts its digits itself. The counts are those that its owner has, and the
// greater state stays. Nobody needs the counters of subgroups any more.
fn count_again(row: u32, rows: u32, shift: u32, thread: u32) {
  for (var digit = thread; digit < RADIX; digit += WORKGROUP) {
    atomicStore(&words[digit], 0u);
  }
  workgroupBarrier();
  // Only the last tile may end early, and nobody waits for it.
  for (var at = thread; at < TILE; at += WORKGROUP) {
    atomicAdd(&words[digit_of(keys[(row - 1u) * TILE + at], shift)], 1u);
  }
  workgroupBarrier();
  for (var digit = thread; digit < RADIX; digit += WORKGROUP) {
    if (next_rows[digit] == row) {
      let sum = atomicLoad(&words[digit]);
      atomicMax(&state[rows + row * RADIX + digit], SUM | sum);
      offsets[digit] += sum;
      next_rows[digit] = row - 1u;
    }
  }
  workgroupBarrier();
}
`;
