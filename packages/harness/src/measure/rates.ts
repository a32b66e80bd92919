// Time → rates and shares of a roof; families state work, and only this file divides.
import type { Metrics, Peaks, Roofs, Timing, Work } from '@kernel-ladder/schema';

/** What a timing is set against. */
export interface Ceilings {
  readonly roofs: Roofs;
  readonly peaks: Peaks | null;
  /** Key into the arithmetic roofs, e.g. `f32` or `tensor:f16-f32`. */
  readonly arithmetic: string;
  /** The data stays in the cache, so that memory bandwidth does not bound the time. */
  readonly inCache: boolean;
}

/**
 * Rates of the median; `rankBytes` of a collective give its algbw. The share of a roof is the roof's own time over the median, and the roof's time is the
 * longer of flops / arithmetic rate and minBytes / bandwidth (Williams et al., Roofline, 2009).
 */
export function deriveMetrics(
  work: Work & { readonly rankBytes?: number | undefined },
  timing: Timing,
  ceilings: Ceilings,
): Metrics {
  const { medianNs } = timing;
  const { roofs, peaks, arithmetic, inCache } = ceilings;
  const roofNs = floorNs(work, inCache, {
    gbps: Math.max(roofs.copyGBps, roofs.readGBps),
    gflops: roofs.gflops[arithmetic],
  });
  const peakNs = peaks
    ? floorNs(work, inCache, { gbps: peaks.gbps, gflops: peaks.gflops[arithmetic] })
    : null;
  return {
    gbps: round(work.minBytes / medianNs),
    gflops: round(work.flops / medianNs),
    ...(work.rankBytes === undefined ? {} : { algbw: round(work.rankBytes / medianNs) }),
    ...(roofNs === null ? {} : { pctOfRoof: round((100 * roofNs) / medianNs) }),
    ...(peakNs === null ? {} : { pctOfPeak: round((100 * peakNs) / medianNs) }),
  };
}

// Shortest time that the rates allow, in ns; null where the arithmetic rate that matters is unknown.
function floorNs(
  work: Work,
  inCache: boolean,
  rates: { readonly gbps: number; readonly gflops: number | undefined },
): number | null {
  if (work.flops > 0 && rates.gflops === undefined) return null;
  const arithmeticNs = rates.gflops === undefined ? 0 : work.flops / rates.gflops;
  return Math.max(arithmeticNs, inCache ? 0 : work.minBytes / rates.gbps);
}

function round(value: number): number {
  return Number(value.toPrecision(6));
}
