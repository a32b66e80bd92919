// Perturbation probes: what the time of a kernel does when it moves half of its bytes, or computes half of its operations. A probe is a
// result like any other, of a case whose parameter `half` says what is halved; whatever family it is of.
import type { SiteFamily, SiteSeries } from '@kernel-ladder/schema';
import { newestTimed } from './newest.ts';

/** The parameter that says what a case halves. */
export const probeParameter = 'half';

/** One thing halved. */
export interface Probe {
  /** What is halved, e.g. `bytes`. */
  readonly half: string;
  /** Its median time over that of the whole kernel. */
  readonly ratio: number;
}

/** The probes of every kernel that has any, by the id of its whole. */
export function probesOf(
  { ladder, series }: Pick<SiteFamily, 'ladder' | 'series'>,
  software: boolean,
): ReadonlyMap<string, readonly Probe[]> {
  const usual = ladder.params.find(({ key }) => key === probeParameter)?.default;
  const isWhole = ({ params }: SiteSeries) => (params[probeParameter] ?? usual) === usual;
  const kernels = Map.groupBy(series, kernelOf);
  const probed = [...kernels.values()].flatMap((group) => {
    const whole = group.find(isWhole);
    const wholeNs = whole && nsOf(whole, software);
    if (!whole || !wholeNs) return [];
    const probes = group.flatMap((one) => {
      const ns = nsOf(one, software);
      const half = one.params[probeParameter];
      return isWhole(one) || ns === null || half === undefined
        ? []
        : [{ half: String(half), ratio: ns / wholeNs }];
    });
    return probes.length > 0 ? [[whole.id, probes] as const] : [];
  });
  return new Map(probed);
}

// The rung and every parameter but what is halved.
function kernelOf({ variant, params }: SiteSeries): string {
  const others = Object.entries(params).filter(([key]) => key !== probeParameter);
  return JSON.stringify([variant, others.toSorted(([a], [b]) => a.localeCompare(b))]);
}

function nsOf(series: SiteSeries, software: boolean): number | null {
  return newestTimed(series, software)?.timing?.medianNs ?? null;
}
