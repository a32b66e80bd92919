// The single pass of workgroups that stay: each adds up what was published since its last tile.
import { multiprocessorsOf, notApplicable, sizeClass, tunable, wgsl } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, Skip, Space, Values } from '@kernel-ladder/harness';
import { gridOf, subgroupMin } from '@kernel-ladder/kernel-kit';
import type { ScanCase } from '../cases.ts';
import { firstState, resetStates } from './look-back.ts';
import { insideTile, tileConstants, wholeQuads } from './tiles.ts';

/** Parameters of the rung. A type, so that it is a choice of a search space. */
export type WindowedShape = {
  /** Threads of a workgroup. */
  readonly threads: number;
  /** Vec4s of a thread, up to 8. */
  readonly quads: number;
  /** Workgroups for each multiprocessor: as many as it holds at a time. */
  readonly residents: number;
  /** Whether a tile is finished after the next one is published, which takes the registers of another tile. */
  readonly late: boolean;
  /** Whether the next tile's loads begin before a tile is scanned, not when it is published. */
  readonly early: boolean;
  /** Whether the next tile is drawn by a ticket: even work for an atomic a tile, and floats that depend on timing. */
  readonly drawn: boolean;
};

/** Looks at a tile that is silent before it is summed up. */
export const looks = 64;
// Tiles of a workgroup: each adds to a chain of additions, and few multiprocessors would make it long.
const mostRounds = 4096;

/** Workgroups that share the tiles: `residents` a multiprocessor, more where a workgroup would have too many tiles. */
export function groupsFor(tiles: number, residents: number, device: DeviceFacts): number {
  return Math.min(tiles, Math.max(residents * multiprocessorsOf(device), Math.ceil(tiles / mostRounds)));
}

/** Two workgroups a multiprocessor where nothing was tuned, one waits while the other one works; of a software adapter, whose compiler takes long over many threads, few small ones. */
function usualShape(device: DeviceFacts): WindowedShape {
  if (device.software) return { threads: 64, quads: 1, residents: 2, late: true, early: true, drawn: false };
  const most = device.limits['maxComputeInvocationsPerWorkgroup'] ?? 256;
  return { threads: Math.min(512, most), quads: 3, residents: 2, late: true, early: false, drawn: false };
}

/** Plans the reset of the states and one pass. */
export function planWindowed(params: ScanCase, device: DeviceFacts, shape: WindowedShape): Plan | Skip {
  const { threads, quads, late, early, drawn } = shape;
  const most = device.limits['maxComputeInvocationsPerWorkgroup'] ?? 0;
  if (threads > most)
    return notApplicable(`has workgroups of ${threads} threads, and the device takes ${most}`);
  if (params.n === 0) return { passes: [], implBytes: 0, longestSum: 0 };
  const tiles = Math.ceil(params.n / (4 * quads * threads));
  const groups = groupsFor(tiles, shape.residents, device);
  const grid = gridOf(groups);
  const group = { workgroup: threads, subgroupMin: subgroupMin(device) };
  const constants = {
    ...tileConstants(params, group),
    QUADS: quads,
    EXCLUSIVE: String(params.mode === 'exclusive'),
    GROUPS: groups,
    GRID_X: grid[0],
    IS_LATE: String(late),
    IS_EARLY: String(early),
    IS_DRAWN: String(drawn),
    SEEN_AT_ONCE: groups > threads ? 2 : 1,
    LOOKS: looks,
  };
  const main = {
    wgsl: wgsl('windowed.wgsl', constants),
    bindings: ['values', 'result', 'state'],
    workgroups: grid,
  };
  const words = firstState + tiles;
  return {
    passes: [resetStates(wholeQuads(words)), main],
    scratch: { state: 16 * wholeQuads(words) },
    // A word is cleared, published and read by every other workgroup; a ticket is read and written.
    implBytes: 2 * 4 * params.n + 4 * words * (2 + groups - 1) + (drawn ? 2 * 4 * tiles : 0),
    longestSum: Math.ceil(tiles / groups) + 2 * (insideTile(group) + 1) + Math.ceil(groups / threads),
  };
}

const hardwareValues: Values<WindowedShape> = {
  threads: [512, 1024],
  quads: [3, 4, 6, 8],
  residents: [1, 2],
  late: [true, false],
  early: [true, false],
  drawn: [false, true],
};
// A software adapter takes long over many threads.
const softwareValues: Values<WindowedShape> = {
  threads: [64],
  quads: [1, 2, 5],
  residents: [1, 2],
  late: [true, false],
  early: [true, false],
  drawn: [false, true],
};

/** What may be tuned of the rung on a case. */
export function windowedSpace({ n }: ScanCase, device: DeviceFacts): Space<WindowedShape> {
  return {
    values: device.software ? softwareValues : hardwareValues,
    constraints: [
      {
        why: 'Workgroups that wait for each other are all held: a multiprocessor has room for 2048 threads and 65536 registers.',
        holds: (shape) => {
          const threads = shape.threads * shape.residents;
          return threads <= 2048 && threads * registersOf(shape) <= 65_536;
        },
      },
    ],
    model: (shape) => {
      const { threads, quads, residents } = shape;
      const tiles = Math.ceil(n / (4 * quads * threads));
      const groups = groupsFor(tiles, residents, device);
      return {
        threads,
        registers: registersOf(shape),
        workgroupBytes: 2 * 4 * (threads / subgroupMin(device)) + 2 * 4,
        workgroups: groups,
        bytes: { memory: 8 * n, cache: 8 * n + 4 * tiles * groups },
      };
    },
    usual: usualShape(device),
  };
}

// A tile on its way, one that is scanned, and one that waits; the rest are addresses and sums.
function registersOf({ quads, late }: WindowedShape): number {
  return (late ? 3 : 2) * 4 * quads + 24;
}

/** From here on a vector is longer than what any cache holds, and all choices take as many times longer. */
export const longestClass = 2 ** 26;

/** The rung, tunable for each power of two of the length up to `longestClass`. */
export const windowed = tunable<ScanCase, WindowedShape>({
  rung: 'windowed',
  classOf: ({ n }) => `n=${sizeClass(Math.min(n, longestClass))}`,
  space: windowedSpace,
  plan: planWindowed,
});
