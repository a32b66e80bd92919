// The kernels of a series, page by page: a name stands where another begins, and a number in its place wherever there are millions.
import type { PageSeries } from './page.ts';

/** The kernel of each point by its place among `names`; −1 where nobody knows it. */
export interface Kernels {
  readonly kernels: Int32Array;
  readonly names: readonly string[];
}

/** The kernels of a series over some pages, in their order. */
export function kernelsOf(parts: readonly Pick<PageSeries, 'runs' | 'hashes'>[]): Kernels {
  const kernels = new Int32Array(pointsIn(parts));
  const places = new Map<string, number>();
  let first = 0;
  for (const { runs, hashes } of parts) {
    for (const [at, [place, name]] of hashes.entries()) {
      const known = name === null ? -1 : (places.get(name) ?? places.size);
      if (name !== null) places.set(name, known);
      kernels.fill(known, first + place, first + (hashes[at + 1]?.[0] ?? runs.length));
    }
    first += runs.length;
  }
  return { kernels, names: [...places.keys()] };
}

/** How many points some pages have of a series. */
export function pointsIn(parts: readonly Pick<PageSeries, 'runs'>[]): number {
  return parts.reduce((sum, { runs }) => sum + runs.length, 0);
}
