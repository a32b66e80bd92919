// Perturbation probes: kernels that were taken apart, with what holds each of them back, found by the times of what was left of it.
import type { SiteFamily } from '@kernel-ladder/schema';
import { measuredBound } from './held-back.ts';
import type { MeasuredBound } from './held-back.ts';

/** What was found of every kernel of a family that was taken apart, by its id. */
export function probesOf(
  family: Pick<SiteFamily, 'series' | 'perturbed'>,
): ReadonlyMap<string, MeasuredBound> {
  return new Map(
    family.series.flatMap(({ id, variant, case: name }) => {
      const bound = measuredBound(family, variant, name);
      return bound ? [[id, bound] as const] : [];
    }),
  );
}
