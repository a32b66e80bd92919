// The stable compaction of workgroups that stay: each adds up what was published since its last tile.
import { multiprocessorsOf, notApplicable, sizeClass, tunable } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, Skip, Space, Values } from '@kernel-ladder/harness';
import { subgroupMin } from '@kernel-ladder/kernel-kit';
import type { CompactCase } from '../cases/kinds.ts';
import { atomicsWork } from '../problem.ts';
import { cleared, dispatch, wholeQuads } from './launch.ts';

/** Parameters of the rung. A type, so that it is a choice of a search space. */
export type WindowedShape = {
  /** Threads of a workgroup. */
  readonly threads: number;
  /** Vec4s of a thread. */
  readonly quads: number;
  /** Workgroups for each multiprocessor: as many as it holds at a time. */
  readonly residents: number;
  /** Whether a tile is written after the next one is published, which takes the registers of another tile. */
  readonly late: boolean;
};

const looks = 64;
// A silent tile is named in 24 bits.
const mostTiles = 2 ** 24 - 1;

/** Plans the reset of the states and one pass. */
export function planCompactWindowed(
  params: CompactCase,
  device: DeviceFacts,
  shape: WindowedShape,
): Plan | Skip {
  const { threads, quads, late } = shape;
  const { n } = params;
  if (n === 0) return { passes: [cleared('count', 1)], implBytes: 4, longestSum: 1 };
  const tiles = tilesOf(params, shape);
  if (tiles > mostTiles) return notApplicable(`has ${tiles} tiles, and names ${mostTiles} at most`);
  const groups = groupsOf(params, device, shape);
  const constants = {
    N: n,
    WORKGROUP: threads,
    QUADS: quads,
    GROUPS: groups,
    MOST_SUBGROUPS: Math.ceil(threads / subgroupMin(device)),
    IS_LATE: String(late),
    LOOKS: looks,
  };
  const kernel = {
    file: 'compact/windowed.wgsl',
    constants,
    bindings: ['x', 'y', 'count', 'state'],
  };
  return {
    passes: [cleared('state', tiles), dispatch(groups, kernel)],
    scratch: { state: wholeQuads(tiles) },
    // A state is cleared, published, and looked at by all other workgroups.
    implBytes: atomicsWork(params).minBytes + 4 * tiles * (2 + groups - 1),
    longestSum: 1,
  };
}

function tilesOf({ n }: CompactCase, { threads, quads }: WindowedShape): number {
  return Math.ceil(n / (4 * quads * threads));
}

function groupsOf(params: CompactCase, device: DeviceFacts, shape: WindowedShape): number {
  return Math.min(tilesOf(params, shape), shape.residents * multiprocessorsOf(device));
}

// A software adapter, whose compiler takes long over many threads, has few small workgroups.
function usualShape(device: DeviceFacts): WindowedShape {
  if (device.software) return { threads: 64, quads: 2, residents: 2, late: true };
  const threads = Math.min(512, device.limits['maxComputeInvocationsPerWorkgroup'] ?? 256);
  const wide = { threads, quads: 4, residents: 1, late: true };
  const most = device.limits['maxComputeWorkgroupStorageSize'] ?? 16_384;
  return workgroupBytesOf(wide, device) <= most ? wide : { ...wide, quads: 3 };
}

const hardwareValues: Values<WindowedShape> = {
  threads: [256, 512, 1024],
  quads: [2, 3, 4],
  residents: [1, 2, 3, 4],
  late: [true, false],
};
const softwareValues: Values<WindowedShape> = {
  threads: [64],
  quads: [1, 2],
  residents: [1, 2],
  late: [true, false],
};

// What a multiprocessor of an H200 has for the workgroups that it holds. Of workgroup memory it has 228 KiB; through Vulkan, workgroups of
// 37 KiB together were seen to run at once, and of 49 KiB not.
const [mostThreads, mostRegisters, mostBytes] = [2048, 65_536, 40 * 1024];

/** What may be tuned of the rung on a case. */
export function compactSpace(params: CompactCase, device: DeviceFacts): Space<WindowedShape> {
  return {
    values: device.software ? softwareValues : hardwareValues,
    constraints: [
      {
        why: 'Workgroups that wait for each other are all held: a multiprocessor has room for 2048 threads, 65536 registers and 40 KiB.',
        holds: (shape) => {
          const threads = shape.threads * shape.residents;
          const bytes = workgroupBytesOf(shape, device) * shape.residents;
          return (
            threads <= mostThreads && threads * registersOf(shape) <= mostRegisters && bytes <= mostBytes
          );
        },
      },
    ],
    model: (shape) => {
      const tiles = tilesOf(params, shape);
      const groups = groupsOf(params, device, shape);
      return {
        threads: shape.threads,
        registers: registersOf(shape),
        workgroupBytes: workgroupBytesOf(shape, device),
        workgroups: groups,
        bytes: { memory: atomicsWork(params).minBytes, cache: 4 * tiles * groups },
      };
    },
    usual: usualShape(device),
  };
}

// The quads on their way, and of each tile that is held its quads and its counts; the rest are places and sums.
function registersOf({ quads, late }: WindowedShape): number {
  return 4 * quads + (late ? 2 : 1) * (4 * quads + 6) + 16;
}

function workgroupBytesOf({ threads, quads }: WindowedShape, device: DeviceFacts): number {
  return 16 * quads * threads + 8 * Math.ceil(threads / subgroupMin(device)) + 4;
}

/** The rung, tunable for each power of two of the length. */
export const compactWindowed = tunable<CompactCase, WindowedShape>({
  rung: 'compact-windowed',
  classOf: ({ n, keep }) => `n=${sizeClass(n)},keep=${keep}`,
  space: compactSpace,
  plan: planCompactWindowed,
});
