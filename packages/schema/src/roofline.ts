// Under which roof a result stands: the share that it stores is of one of them, and its numbers say of which.
import { numberTypeOf } from './units.ts';
import type { Dtype, Metrics, Roofs, Timing, Work } from './types.generated.ts';

/** What a stored share of the roof follows from. */
export interface UnderRoof {
  readonly work: Work;
  readonly dtype: Dtype;
  readonly timing?: Timing | undefined;
  readonly metrics?: Metrics | undefined;
}

/** The name of the roof that bandwidth makes; the others are kinds of arithmetic, e.g. `f32` or `tensor:f16-f32`. */
export const memoryRoof = 'memory';

// Two runs of a machine have measured their roofs up to 2.3 % apart.
const widest = 1.025;

/** Bandwidth of the memory roof in GB/s: the better of copying and reading. */
export function memoryRoofGBps({ copyGBps, readGBps }: Roofs): number {
  return Math.max(copyGBps, readGBps);
}

/**
 * The roof that a result's stored share is of: the one whose own shortest time is that share of the median. Null without a share, or
 * where no roof of the machine explains it.
 */
export function roofOf({ work, dtype, timing, metrics }: UnderRoof, roofs: Roofs): string | null {
  if (!timing || !metrics?.pctOfRoof) return null;
  const floorNs = (metrics.pctOfRoof / 100) * timing.medianNs;
  // A kernel may add up in a wider type than its operands have, though never in one of the other number type.
  const numbers = numberTypeOf(dtype.acc);
  const kinds = Object.entries(roofs.gflops).filter(([kind]) => numberTypeOf(kind) === numbers);
  const candidates = [
    { roof: memoryRoof, ns: work.minBytes / memoryRoofGBps(roofs) },
    ...kinds.map(([roof, gflops]) => ({ roof, ns: work.flops / gflops })),
  ].map(({ roof, ns }) => ({ roof, off: Math.max(ns / floorNs, floorNs / ns) }));
  const isOwn = (roof: string) => Number(roof === dtype.acc);
  const [nearest] = candidates.toSorted((a, b) => a.off - b.off || isOwn(b.roof) - isOwn(a.roof));
  return nearest && nearest.off < widest ? nearest.roof : null;
}
