// Launches of the histograms.
import { notApplicable, overLimit } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, PlanCase, Skip } from '@kernel-ladder/harness';
import type { HistogramCase } from '../cases/kinds.ts';
import { atomicsWork } from '../problem.ts';
import { cleared, dispatch, residents, threadEach, workgroup } from './launch.ts';
import type { Dispatched } from './launch.ts';

/** A thread and an atomic of global memory for each element. */
export const globalBins: PlanCase<HistogramCase> = (params) => {
  const { n, bins } = params;
  const kernel = { file: 'histogram/global.wgsl', constants: { N: n }, bindings: ['x', 'counts'] };
  const count = n > 0 ? [threadEach(n, kernel)] : [];
  // An atomic reads a word and writes it.
  return { passes: [cleared('counts', bins), ...count], implBytes: 12 * n + 4 * bins, longestSum: 1 };
};

/** How a workgroup keeps the bins of its own. */
interface Private {
  /** Bins that a workgroup counts. */
  readonly span: number;
  /** Of each bin. */
  readonly copies: number;
  /** Threads in a row that share a copy. */
  readonly share: number;
}

/** One copy of all bins a workgroup. */
export const privateBins = withOwn(({ bins }) => ({ span: bins, copies: 1, share: workgroup }));

/** A copy for each 32 threads. */
export const subgroupBins = withOwn(({ bins }) => ({ span: bins, copies: workgroup / 32, share: 32 }));

// More than that leaves too few workgroups on a multiprocessor.
const mostBytes = 32_768;
// Banks of workgroup memory: with as many copies no two lanes ever meet in one.
const mostCopies = 32;

/** A copy for each of up to 32 neighbouring threads: no two of them meet in a bin, nor in a bank. */
export const laneBins = withOwn(({ bins }, device) => {
  const fitting = Math.floor(Math.min(mostBytes, sharedBytes(device)) / (4 * bins));
  const copies = Math.min(mostCopies, 2 ** Math.floor(Math.log2(Math.max(1, fitting))));
  return copies > 1
    ? { span: bins, copies, share: 1 }
    : notApplicable('two copies of the bins do not fit into workgroup memory');
});

/** Ranges of as many bins as fit, each counted by workgroups that leave the others out. */
export const rangesOfBins = withOwn(({ bins }, device) => {
  const span = Math.min(mostBytes, sharedBytes(device)) / 4;
  return bins > span
    ? { span, copies: 1, share: workgroup }
    : notApplicable('all bins fit into workgroup memory: one range is no range');
});

function withOwn(
  ownOf: (params: HistogramCase, device: DeviceFacts) => Private | Skip,
): PlanCase<HistogramCase> {
  return (params, device) => {
    const own = ownOf(params, device);
    if ('skip' in own) return own;
    const bytes = 4 * own.span * own.copies;
    const offered = sharedBytes(device);
    return bytes > offered ? overLimit(sharedLimit, bytes, offered) : ownPlan(params, own, device);
  };
}

function ownPlan(params: HistogramCase, { span, copies, share }: Private, device: DeviceFacts): Plan {
  const { n, bins } = params;
  if (n === 0) return { passes: [cleared('counts', bins)], implBytes: 4 * bins, longestSum: 1 };
  const tile = 16 * workgroup;
  const tiles = Math.ceil(n / tile);
  const ranges = Math.ceil(bins / span);
  const { groups, steps } = residents(tiles, device, { bytes: 4 * span * copies, alike: ranges });
  const shape = { BINS: bins, SPAN: span, RANGES: ranges, COPIES: copies, SHARE: share };
  const kernel: Dispatched = {
    file: 'histogram/private.wgsl',
    constants: { N: n, ...shape, GROUPS: groups, TRIPS: steps },
    bindings: ['x', 'counts'],
  };
  return {
    passes: [cleared('counts', bins), dispatch(groups * ranges, kernel)],
    implBytes: atomicsWork(params).minBytes + 4 * n * (ranges - 1) + 8 * groups * bins,
    longestSum: 1,
  };
}

const sharedLimit = 'maxComputeWorkgroupStorageSize';

/** Bytes of workgroup memory that a device offers a workgroup. */
export function sharedBytes(device: DeviceFacts): number {
  return device.limits[sharedLimit] ?? 16_384;
}
