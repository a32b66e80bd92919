// The compaction in any order whose words find their places by ballots.
import { notApplicable, sizeClass, tunable } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, Skip, Space, Values } from '@kernel-ladder/harness';
import type { CompactCase } from '../cases/kinds.ts';
import { atomicsWork } from '../problem.ts';
import { cleared, dispatch } from './launch.ts';

/** Parameters of the rung. A type, so that it is a choice of a search space. */
export type BallotShape = {
  /** Threads of a workgroup. */
  readonly threads: number;
  /** Vec4s of a thread. */
  readonly quads: number;
};

/** Plans the reset of the counter and one pass. */
export function planCompactBallot(params: CompactCase, device: DeviceFacts, shape: BallotShape): Plan | Skip {
  const { n, order } = params;
  if (n === 0) return { passes: [cleared('count', 1)], implBytes: 4, longestSum: 1 };
  if (order === 'kept') return notApplicable('keeps words in the order in which threads come');
  const { threads, quads } = shape;
  const tiles = tilesOf(params, shape);
  const kernel = {
    file: 'compact/ballot.wgsl',
    constants: { N: n, WORKGROUP: threads, QUADS: quads, SUBGROUP_MAX: Math.max(1, device.subgroupMaxSize) },
    bindings: ['x', 'y', 'count'],
  };
  return {
    passes: [cleared('count', 1), dispatch(tiles, kernel)],
    implBytes: atomicsWork(params).minBytes + 8 * tiles,
    longestSum: 1,
  };
}

function tilesOf({ n }: CompactCase, { threads, quads }: BallotShape): number {
  return Math.ceil(n / (4 * quads * threads));
}

// A software adapter, whose compiler takes long over many threads, has small workgroups.
function usualShape(device: DeviceFacts): BallotShape {
  if (device.software) return { threads: 64, quads: 2 };
  return { threads: Math.min(1024, device.limits['maxComputeInvocationsPerWorkgroup'] ?? 256), quads: 4 };
}

const hardwareValues: Values<BallotShape> = { threads: [64, 128, 256, 512, 1024], quads: [1, 2, 4, 8] };
const softwareValues: Values<BallotShape> = { threads: [64], quads: [1, 2] };

/** What may be tuned of the rung on a case. */
export function ballotSpace(params: CompactCase, device: DeviceFacts): Space<BallotShape> {
  return {
    values: device.software ? softwareValues : hardwareValues,
    constraints: [],
    model: (shape) => {
      const tiles = tilesOf(params, shape);
      return {
        threads: shape.threads,
        // Quads and their ballots; the rest are places.
        registers: 8 * shape.quads + 16,
        workgroupBytes: 8,
        workgroups: tiles,
        bytes: { memory: atomicsWork(params).minBytes, cache: 8 * tiles },
      };
    },
    usual: usualShape(device),
  };
}

/** The rung, tunable for each power of two of the length and each share that is kept. */
export const compactBallot = tunable<CompactCase, BallotShape>({
  rung: 'compact-ballot',
  classOf: ({ n, keep }) => `n=${sizeClass(n)},keep=${keep}`,
  space: ballotSpace,
  plan: planCompactBallot,
});
