// Workgroups that stay for tile after tile: how many there are, what their pass takes, and what may be tuned of it.
import { multiprocessorsOf, notApplicable, sizeClass, wgsl } from '@kernel-ladder/harness';
import type { Candidate, Constants, DeviceFacts, Plan, Skip, Space, Values } from '@kernel-ladder/harness';
import { gridOf, subgroupMin } from '@kernel-ladder/kernel-kit';
import type { ScanCase } from '../cases.ts';
import { firstState, resetStates } from './look-back.ts';
import { insideTile, tileConstants, wholeQuads } from './tiles.ts';

/** What rungs of such workgroups have as parameters. A type, so that it is a choice of a search space. */
export type StayingShape = {
  /** Threads of a workgroup. */
  readonly threads: number;
  /** Vec4s of a thread. */
  readonly quads: number;
  /** Workgroups for each multiprocessor: as many as it holds at a time. */
  readonly residents: number;
  /** Whether the next tile is drawn by a ticket: even work for an atomic a tile, and floats that depend on timing. */
  readonly drawn: boolean;
};

// Looks at a tile that is silent before it is summed up.
const looks = 64;
// Tiles of a workgroup: each adds to a chain of additions, and few multiprocessors would make it long.
const mostRounds = 4096;
// From here on a vector is longer than what any cache holds, and all choices take as many times longer.
const longestClass = 2 ** 26;

/** The class of a case in a tuning table: each power of two of the length, up to what no cache holds. */
export function lengthClass({ n }: ScanCase): string {
  return `n=${sizeClass(Math.min(n, longestClass))}`;
}

/** The text of a rung and what it is told besides what all are; `groups` is the number of workgroups. */
export interface StayingText {
  readonly file: string;
  readonly constants: (groups: number) => Constants;
}

/** Plans the reset of the states and one pass. */
export function planStaying(
  params: ScanCase,
  device: DeviceFacts,
  { threads, quads, residents, drawn }: StayingShape,
  { file, constants }: StayingText,
): Plan | Skip {
  const most = device.limits['maxComputeInvocationsPerWorkgroup'] ?? 0;
  if (threads > most)
    return notApplicable(`has workgroups of ${threads} threads, and the device takes ${most}`);
  if (params.n === 0) return { passes: [], implBytes: 0, longestSum: 0 };
  const tiles = Math.ceil(params.n / (4 * quads * threads));
  const groups = groupsFor(tiles, residents, device);
  const workgroups = gridOf(groups);
  const group = { workgroup: threads, subgroupMin: subgroupMin(device) };
  const told = {
    ...tileConstants(params, group),
    QUADS: quads,
    EXCLUSIVE: String(params.mode === 'exclusive'),
    GROUPS: groups,
    GRID_X: workgroups[0],
    IS_DRAWN: String(drawn),
    LOOKS: looks,
    ...constants(groups),
  };
  const words = firstState + tiles;
  return {
    passes: [
      resetStates(wholeQuads(words)),
      { wgsl: wgsl(file, told), bindings: ['values', 'result', 'state'], workgroups },
    ],
    scratch: { state: 16 * wholeQuads(words) },
    // A word is cleared, published and read by every other workgroup; a ticket is read and written.
    implBytes: 2 * 4 * params.n + 4 * words * (2 + groups - 1) + (drawn ? 2 * 4 * tiles : 0),
    longestSum: Math.ceil(tiles / groups) + 2 * (insideTile(group) + 1) + Math.ceil(groups / threads),
  };
}

// Workgroups that share the tiles: `residents` a multiprocessor, more where a workgroup would have too many tiles.
function groupsFor(tiles: number, residents: number, device: DeviceFacts): number {
  return Math.min(tiles, Math.max(residents * multiprocessorsOf(device), Math.ceil(tiles / mostRounds)));
}

type Choice = StayingShape & Candidate;

/** What a rung may choose from, and what a choice takes of a multiprocessor. */
export interface StayingChoices<Shape extends Choice> {
  readonly values: Values<Shape>;
  readonly usual: Shape;
  /** Registers of a thread. */
  readonly registersOf: (shape: Shape) => number;
  /** Workgroup memory where a workgroup has so many subgroups. */
  readonly workgroupBytesOf: (subgroups: number) => number;
}

/** What may be tuned of a rung on a case. */
export function stayingSpace<Shape extends Choice>(
  { n }: ScanCase,
  device: DeviceFacts,
  { values, usual, registersOf, workgroupBytesOf }: StayingChoices<Shape>,
): Space<Shape> {
  return {
    values,
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
        workgroupBytes: workgroupBytesOf(threads / subgroupMin(device)),
        workgroups: groups,
        bytes: { memory: 8 * n, cache: 8 * n + 4 * tiles * groups },
      };
    },
    usual,
  };
}
