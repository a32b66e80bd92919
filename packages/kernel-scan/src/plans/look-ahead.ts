// The single pass of workgroups that sum a tile up long before they scan it, and hold it until then.
import { notApplicable, sizeClass, tunable, wgsl } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, Skip, Space, Values } from '@kernel-ladder/harness';
import { gridOf, subgroupMin } from '@kernel-ladder/kernel-kit';
import type { ScanCase } from '../cases.ts';
import { firstState, resetStates } from './look-back.ts';
import { insideTile, tileConstants, wholeQuads } from './tiles.ts';
import { groupsFor, longestClass, looks } from './windowed.ts';

/** Parameters of the rung. A type, so that it is a choice of a search space. */
export type LookAheadShape = {
  /** Threads of a workgroup. */
  readonly threads: number;
  /** Vec4s of a thread, up to 4. */
  readonly quads: number;
  /** Workgroups for each multiprocessor: as many as it holds at a time. */
  readonly residents: number;
  /** Tiles of a workgroup that are summed up and not scanned yet, 1 to 3: registers hold them. */
  readonly ahead: number;
  /** Whether the next tile is drawn by a ticket: even work for an atomic a tile, and floats that depend on timing. */
  readonly drawn: boolean;
};

/** As many threads as a multiprocessor holds with 64 registers each. */
function usualShape(device: DeviceFacts): LookAheadShape {
  if (device.software) return { threads: 64, quads: 1, residents: 2, ahead: 2, drawn: false };
  const threads = Math.min(512, device.limits['maxComputeInvocationsPerWorkgroup'] ?? 256);
  return { threads, quads: 2, residents: Math.max(1, Math.floor(1024 / threads)), ahead: 2, drawn: true };
}

/** Plans the reset of the states and one pass. */
export function planLookAhead(params: ScanCase, device: DeviceFacts, shape: LookAheadShape): Plan | Skip {
  const { threads, quads, ahead, drawn } = shape;
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
    AHEAD: ahead,
    IS_DRAWN: String(drawn),
    LOOKS: looks,
  };
  const main = {
    wgsl: wgsl('look-ahead.wgsl', constants),
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

const hardwareValues: Values<LookAheadShape> = {
  threads: [256, 512, 1024],
  quads: [1, 2, 3, 4],
  residents: [1, 2, 3, 4],
  ahead: [1, 2, 3],
  drawn: [false, true],
};
// A software adapter takes long over many threads.
const softwareValues: Values<LookAheadShape> = {
  threads: [64],
  quads: [1, 2, 4],
  residents: [1, 2],
  ahead: [1, 3],
  drawn: [false, true],
};

/** What may be tuned of the rung on a case. */
export function lookAheadSpace({ n }: ScanCase, device: DeviceFacts): Space<LookAheadShape> {
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
        workgroupBytes: 2 * 3 * 4 * (threads / subgroupMin(device)) + 4,
        workgroups: groups,
        bytes: { memory: 8 * n, cache: 8 * n + 4 * tiles * groups },
      };
    },
    usual: usualShape(device),
  };
}

// The tiles that are held, one that comes and one that is scanned; the rest are addresses and sums.
function registersOf({ quads, ahead }: LookAheadShape): number {
  return (ahead + 2) * 4 * quads + 24;
}

/** The rung, tunable for each power of two of the length up to what no cache holds. */
export const lookAhead = tunable<ScanCase, LookAheadShape>({
  rung: 'look-ahead',
  classOf: ({ n }) => `n=${sizeClass(Math.min(n, longestClass))}`,
  space: lookAheadSpace,
  plan: planLookAhead,
});
