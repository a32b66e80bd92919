// The numbers of a result that rules and write-ups ask for.
import type { Machine, Result } from '@kernel-ladder/schema';
import type { QuantityName } from './types.generated.ts';

/** One number of a result: how to read it, and where it comes from. */
export interface Quantity {
  readonly label: string;
  readonly unit: string;
  /** Judged on timings that may be compared only. */
  readonly isTimed: boolean;
  /** The number; null where the result does not have it. */
  readonly of: (result: Result, machine: Machine) => number | null;
}

const timed = { isTimed: true };
const counted = { isTimed: false };
const percent = (part: number | undefined, whole: number): number | null =>
  part === undefined || whole <= 0 ? null : (100 * part) / whole;
const over = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

/** Every quantity; `speed` is launches per second, so that a ratio of speeds is a speed-up. */
export const quantityTable: { readonly [Name in QuantityName]: Quantity } = {
  speed: {
    label: 'speed',
    unit: '/s',
    ...timed,
    of: ({ timing }) => (timing ? over(1e9, timing.medianNs) : null),
  },
  gbps: { label: 'bandwidth', unit: 'GB/s', ...timed, of: ({ metrics }) => metrics?.gbps ?? null },
  gflops: {
    label: 'arithmetic rate',
    unit: 'GFLOP/s',
    ...timed,
    of: ({ metrics }) => metrics?.gflops ?? null,
  },
  pctOfRoof: {
    label: 'share of the measured roof',
    unit: '%',
    ...timed,
    of: ({ metrics }) => metrics?.pctOfRoof ?? null,
  },
  pctOfPeak: {
    label: 'share of the datasheet peak',
    unit: '%',
    ...timed,
    of: ({ metrics }) => metrics?.pctOfPeak ?? null,
  },
  pctOfCopy: {
    label: 'share of the measured copy bandwidth',
    unit: '%',
    ...timed,
    of: ({ metrics }, { roofs }) => percent(metrics?.gbps, roofs.copyGBps),
  },
  algbw: {
    label: 'algorithm bandwidth',
    unit: 'GB/s',
    ...timed,
    of: ({ metrics }) => metrics?.algbw ?? null,
  },
  busbw: { label: 'bus bandwidth', unit: 'GB/s', ...timed, of: ({ metrics }) => metrics?.busbw ?? null },
  medianUs: {
    label: 'median time',
    unit: 'µs',
    ...timed,
    of: ({ timing }) => (timing ? timing.medianNs / 1e3 : null),
  },
  samples: { label: 'samples', unit: '', ...counted, of: ({ timing }) => timing?.n ?? null },
  peakBufferBytes: {
    label: 'bytes of buffers of a launch',
    unit: 'B',
    ...counted,
    of: ({ peakBufferBytes }) => peakBufferBytes ?? null,
  },
  workgroupBytes: {
    label: 'workgroup memory',
    unit: 'B',
    ...counted,
    of: ({ dispatch }) => dispatch?.sharedBytes ?? null,
  },
  passes: { label: 'dispatches', unit: '', ...counted, of: ({ dispatch }) => dispatch?.passes ?? null },
  implBytes: { label: 'modelled traffic', unit: 'B', ...counted, of: ({ work }) => work.implBytes },
  trafficRatio: {
    label: 'modelled over compulsory traffic',
    unit: '×',
    ...counted,
    of: ({ work }) => over(work.implBytes, work.minBytes),
  },
  intensity: {
    label: 'arithmetic intensity',
    unit: 'FLOP/B',
    ...counted,
    of: ({ work }) => over(work.flops, work.minBytes),
  },
  wgslLines: { label: 'lines of WGSL', unit: '', ...counted, of: ({ loc }) => loc?.wgsl ?? null },
  maxAbs: { label: 'largest error', unit: '', ...counted, of: ({ check }) => check?.maxAbs ?? null },
  maxRel: {
    label: 'largest relative error',
    unit: '',
    ...counted,
    of: ({ check }) => check?.maxRel ?? null,
  },
};
