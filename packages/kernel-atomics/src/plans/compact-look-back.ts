// The stable compaction of one read, whose tiles look back over what those before them have published.
import { notApplicable, sizeClass, tunable } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, Skip, Space, Values } from '@kernel-ladder/harness';
import { subgroupMin } from '@kernel-ladder/kernel-kit';
import type { CompactCase } from '../cases/kinds.ts';
import { atomicsWork } from '../problem.ts';
import { cleared, dispatch, wholeQuads } from './launch.ts';

/** Parameters of the rung. A type, so that it is a choice of a search space. */
export type LookBackShape = {
  /** Threads of a workgroup. */
  readonly threads: number;
  /** Vec4s of a thread. */
  readonly quads: number;
  /** Tiles that a lane looks at in one go, 1 to 4. */
  readonly rows: number;
};

/** Words in front of the tiles' states: the ticket, alone in its cache line. */
const firstState = 32;

/** Plans the reset of the states and one pass. */
export function planCompactLookBack(
  params: CompactCase,
  device: DeviceFacts,
  shape: LookBackShape,
): Plan | Skip {
  const { n } = params;
  if (n === 0) return { passes: [cleared('count', 1)], implBytes: 4, longestSum: 1 };
  if (n >= 2 ** 30) return notApplicable('a state has 30 bits for what is kept');
  const { threads, quads, rows } = shape;
  const tiles = tilesOf(params, shape);
  const words = firstState + tiles;
  const kernel = {
    file: 'compact/look-back.wgsl',
    constants: {
      N: n,
      WORKGROUP: threads,
      QUADS: quads,
      ROWS: rows,
      MOST_SUBGROUPS: Math.ceil(threads / subgroupMin(device)),
    },
    bindings: ['x', 'y', 'count', 'state'],
  };
  return {
    passes: [cleared('state', words), dispatch(tiles, kernel)],
    scratch: { state: wholeQuads(words) },
    // A tile publishes twice, and looks at a window of states at least.
    implBytes: atomicsWork(params).minBytes + 4 * words + tiles * (8 + 4 * rows * device.subgroupMaxSize),
    longestSum: 1,
  };
}

function tilesOf({ n }: CompactCase, { threads, quads }: LookBackShape): number {
  return Math.ceil(n / (4 * quads * threads));
}

// A software adapter takes long over many threads, and its windows are small: it needs several, as a device does. Where workgroup memory is
// small, so are tiles.
function usualShape(device: DeviceFacts): LookBackShape {
  if (device.software) return { threads: 64, quads: 2, rows: 1 };
  const wide = { threads: 256, quads: 4, rows: 2 };
  const most = device.limits['maxComputeWorkgroupStorageSize'] ?? 16_384;
  return workgroupBytesOf(wide, device) <= most ? wide : { ...wide, quads: 3 };
}

function workgroupBytesOf({ threads, quads }: LookBackShape, device: DeviceFacts): number {
  return 16 * quads * threads + 4 * Math.ceil(threads / subgroupMin(device)) + 16;
}

const hardwareValues: Values<LookBackShape> = {
  threads: [128, 256, 512],
  quads: [1, 2, 3, 4],
  rows: [1, 2, 4],
};
const softwareValues: Values<LookBackShape> = { threads: [64], quads: [1, 2], rows: [1, 2] };

/** What may be tuned of the rung on a case. */
export function lookBackSpace(params: CompactCase, device: DeviceFacts): Space<LookBackShape> {
  return {
    values: device.software ? softwareValues : hardwareValues,
    constraints: [],
    model: (shape) => {
      const { threads, quads } = shape;
      const tiles = tilesOf(params, shape);
      return {
        threads,
        // Quads with their counts; the rest are places and sums.
        registers: 4 * quads + 28,
        workgroupBytes: workgroupBytesOf(shape, device),
        workgroups: tiles,
        bytes: { memory: atomicsWork(params).minBytes, cache: 256 * tiles },
      };
    },
    usual: usualShape(device),
  };
}

/** The rung, tunable for each power of two of the length and each share that is kept. */
export const compactLookBack = tunable<CompactCase, LookBackShape>({
  rung: 'compact-look-back',
  classOf: ({ n, keep }) => `n=${sizeClass(n)},keep=${keep}`,
  space: lookBackSpace,
  plan: planCompactLookBack,
});
