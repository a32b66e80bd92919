// The roof that a share is of: rungs of one ladder stand under different ones, so that a share alone ranks nothing.
import { roofOf } from '@kernel-ladder/schema';
import type { Machine, MetricId, SitePoint, SiteSeries } from '@kernel-ladder/schema';

/** What names roofs and peaks. */
export type Ceiling = Pick<Machine, 'roofs' | 'peaks'>;

/** `memory` or a kind of arithmetic such as `tensor:f16-f32`; null of what is no share, or where no ceiling explains it. */
export function ceilingOf(
  metric: MetricId,
  { work, dtype }: Pick<SiteSeries, 'work' | 'dtype'>,
  { point, machine }: { readonly point: SitePoint; readonly machine: Ceiling | null | undefined },
): string | null {
  if (!machine) return null;
  const { timing, metrics } = point;
  if (metric === 'pctOfRoof') return roofOf({ work, dtype, timing, metrics }, machine.roofs);
  if (metric !== 'pctOfPeak' || !machine.peaks || metrics?.pctOfPeak === undefined) return null;
  const { gbps, gflops } = machine.peaks;
  // Its share of a datasheet's peak names that peak as its share of a measured roof names the roof.
  const share = { pctOfRoof: metrics.pctOfPeak };
  return roofOf({ work, dtype, timing, metrics: share }, { copyGBps: gbps, readGBps: gbps, gflops });
}
