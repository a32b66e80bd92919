// One table of what a result can be judged and drawn by; nothing else in the project knows a metric's unit, direction or formula.
import type { Metrics, Peaks, Result, Roofs, Timing, Work } from './types.generated.ts';
import { bandwidths, rates, shares, times } from './units.ts';
import type { Units } from './units.ts';

/** What a timing is set against. */
export interface Ceilings {
  readonly roofs: Roofs;
  readonly peaks: Peaks | null;
  /** Key into the arithmetic roofs, e.g. `f32` or `tensor:f16-f32`. */
  readonly arithmetic: string;
  /** The data stays in the cache, so that memory bandwidth does not bound the time. */
  readonly inCache: boolean;
}

/** All that a metric can be computed from. */
export interface Measurement {
  /** `rankBytes`: one rank's vector; of collectives only. */
  readonly work: Work & { readonly rankBytes?: number | undefined };
  readonly timing: Pick<Timing, 'medianNs'>;
  readonly ceilings: Ceilings;
}

/** What a rate follows from: a reader of a stored result has both. */
export type WorkAndTime = Pick<Measurement, 'work' | 'timing'>;

/** How to read one metric, and where it comes from. */
export interface Metric {
  readonly label: string;
  /** The head of a column. */
  readonly short: string;
  readonly units: Units;
  readonly better: 'lower' | 'higher';
  readonly formula: string;
  /** Proportional to the median time or to its inverse: quartiles and interval of the time carry over to it. */
  readonly isOfMedian: boolean;
  /** A rate between ranks: where one device simulates them, it is no network's. */
  readonly isBetweenRanks?: true;
  /** The stored number. */
  readonly of: (result: {
    readonly timing?: Timing | undefined;
    readonly metrics?: Metrics | undefined;
  }) => number | undefined;
  /** Of a number in the timing: the share of the GPU-time samples at or below it. */
  readonly quantile?: number;
  /** The formula of what is computed when it is measured; undefined where the measurement does not have it. */
  readonly derive?: (measurement: Measurement) => number | undefined;
}

/** Every metric, in the order of menus and columns; the judged one is medianNs. */
export const metricTable = {
  medianNs: {
    label: 'Median time',
    short: 'Median',
    units: times,
    better: 'lower',
    formula: 'median of the GPU-time samples',
    isOfMedian: true,
    of: ({ timing }) => timing?.medianNs,
  },
  p99Ns: {
    label: '99th percentile of the time',
    short: 'p99',
    units: times,
    better: 'lower',
    formula: '99th percentile of the GPU-time samples',
    isOfMedian: false,
    quantile: 0.99,
    of: ({ timing }) => timing?.p99Ns,
  },
  gbps: {
    label: 'Bandwidth',
    short: 'Bandwidth',
    units: bandwidths,
    better: 'higher',
    formula: 'minBytes / medianNs',
    isOfMedian: true,
    of: ({ metrics }) => metrics?.gbps,
    derive: ({ work, timing }: WorkAndTime) => work.minBytes / timing.medianNs,
  },
  gflops: {
    label: 'Arithmetic rate',
    short: 'Rate',
    units: rates,
    better: 'higher',
    formula: 'flops / medianNs',
    isOfMedian: true,
    of: ({ metrics }) => metrics?.gflops,
    derive: ({ work, timing }: WorkAndTime) => work.flops / timing.medianNs,
  },
  pctOfRoof: {
    label: 'Share of the measured roof',
    short: '% roof',
    units: shares,
    better: 'higher',
    formula: 'rate / min(arithmetic roof, intensity × bandwidth roof)',
    isOfMedian: true,
    of: ({ metrics }) => metrics?.pctOfRoof,
    derive: ({ work, timing, ceilings }) => shareOf(roofNs(work, ceilings), timing),
  },
  pctOfPeak: {
    label: 'Share of the datasheet peak',
    short: '% peak',
    units: shares,
    better: 'higher',
    formula: 'rate / min(arithmetic peak, intensity × bandwidth peak)',
    isOfMedian: true,
    of: ({ metrics }) => metrics?.pctOfPeak,
    derive: ({ work, timing, ceilings }) => shareOf(peakNs(work, ceilings), timing),
  },
  algbw: {
    label: 'Algorithm bandwidth',
    short: 'algbw',
    units: bandwidths,
    better: 'higher',
    formula: 'bytes per rank / medianNs',
    isOfMedian: true,
    isBetweenRanks: true,
    of: ({ metrics }) => metrics?.algbw,
    derive: ({ work: { rankBytes }, timing }) =>
      rankBytes === undefined ? undefined : rankBytes / timing.medianNs,
  },
  // Simulated ranks share one device and have no bus: no formula, only what a run over links would store.
  busbw: {
    label: 'Bus bandwidth',
    short: 'busbw',
    units: bandwidths,
    better: 'higher',
    formula: 'algbw × 2(n−1)/n',
    isOfMedian: true,
    isBetweenRanks: true,
    of: ({ metrics }) => metrics?.busbw,
  },
  // Of rungs that a compiler writes: taken once, by the host's clock.
  compileNs: {
    label: 'Compile time',
    short: 'Compile',
    units: times,
    better: 'lower',
    formula: 'buildNs + passesNs + generateNs + pipelinesNs',
    isOfMedian: false,
    of: ({ metrics }) => metrics?.compileNs,
  },
  buildNs: {
    label: 'Compile time: building the graph',
    short: 'Build',
    units: times,
    better: 'lower',
    formula: 'host time of building the graph',
    isOfMedian: false,
    of: ({ metrics }) => metrics?.buildNs,
  },
  passesNs: {
    label: 'Compile time: passes',
    short: 'Passes',
    units: times,
    better: 'lower',
    formula: 'host time of rewriting, grouping and planning memory',
    isOfMedian: false,
    of: ({ metrics }) => metrics?.passesNs,
  },
  generateNs: {
    label: 'Compile time: writing the kernels',
    short: 'Generate',
    units: times,
    better: 'lower',
    formula: 'host time of writing WGSL',
    isOfMedian: false,
    of: ({ metrics }) => metrics?.generateNs,
  },
  pipelinesNs: {
    label: 'Compile time: creating the pipelines',
    short: 'Pipelines',
    units: times,
    better: 'lower',
    formula: 'host time of createComputePipelineAsync, kernel by kernel, beside what else the host does',
    isOfMedian: false,
    of: ({ metrics }) => metrics?.pipelinesNs,
  },
} as const satisfies { readonly [Id in keyof Metrics]-?: Metric } & {
  readonly [Id in keyof Timing]?: Metric;
};

/** The quantities that the tables and the dashboard can show. */
export type MetricId = keyof typeof metricTable;

/** The ids in the order of the table. */
export const metricIds = Object.keys(metricTable) as readonly MetricId[]; // The keys of a literal are its ids.

/** One row of the table. */
export function metricOf(id: MetricId): Metric {
  return metricTable[id];
}

/** A result's number in a metric; null where it has none. */
export function numberIn(id: MetricId, result: Pick<Result, 'timing' | 'metrics'>): number | null {
  return metricTable[id].of(result) ?? null;
}

// The share of a roof is the roof's own time over the median (Williams et al., Roofline, 2009).
function shareOf(fastestNs: number | undefined, { medianNs }: Pick<Timing, 'medianNs'>): number | undefined {
  return fastestNs === undefined ? undefined : (100 * fastestNs) / medianNs;
}

function roofNs(work: Work, { roofs, arithmetic, inCache }: Ceilings): number | undefined {
  const gbps = Math.max(roofs.copyGBps, roofs.readGBps);
  return floorNs(work, inCache, { gbps, gflops: roofs.gflops[arithmetic] });
}

/** The shortest time that the peaks of a machine allow, in ns; undefined where one that matters is unknown. */
export function peakNs(
  work: Work,
  { peaks, arithmetic, inCache }: Omit<Ceilings, 'roofs'>,
): number | undefined {
  return peaks ? floorNs(work, inCache, { gbps: peaks.gbps, gflops: peaks.gflops[arithmetic] }) : undefined;
}

// Shortest time that the rates allow, in ns: the longer of flops / arithmetic rate and minBytes / bandwidth; undefined
// where the arithmetic rate that matters is unknown.
function floorNs(
  work: Work,
  inCache: boolean,
  { gbps, gflops }: { readonly gbps: number; readonly gflops: number | undefined },
): number | undefined {
  if (work.flops > 0 && gflops === undefined) return undefined;
  const arithmeticNs = gflops === undefined ? 0 : work.flops / gflops;
  return Math.max(arithmeticNs, inCache ? 0 : work.minBytes / gbps);
}
