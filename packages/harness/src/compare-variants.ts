// Times all variants of one case side by side: what a choice between them is judged by.
import type { Gpu } from '@kernel-ladder/gpu';
import { formatCase } from '@kernel-ladder/schema';
import type { Effort, Machine } from '@kernel-ladder/schema';
import { createCaseData } from './case-data.ts';
import { verify } from './check.ts';
import type { CheckSpec } from './check.ts';
import type { Clock } from './clock.ts';
import { limitsOf } from './effort.ts';
import type { CaseParams, Family } from './family.ts';
import { createLaunch } from './launch.ts';
import { measure } from './measure.ts';
import { planFor } from './plan.ts';
import type { WgslLoader } from './wgsl.ts';

/** What to time, and on what. */
export interface Comparison<Case extends CaseParams> {
  readonly family: Family<Case>;
  readonly load: WgslLoader;
  readonly machine: Machine;
  readonly clock: Clock | null;
  readonly effort: Effort;
  /** Variants left out of a case that would take them too long. */
  readonly tooSlow: (variant: string, params: Case) => boolean;
}

/** Median time in ns by variant; a variant that cannot run the case is left out. Throws on a wrong result. */
export async function timeVariants<Case extends CaseParams>(
  gpu: Gpu,
  comparison: Comparison<Case>,
  params: Case,
): Promise<ReadonlyMap<string, number>> {
  const { family, load, tooSlow } = comparison;
  const caseName = formatCase(family.params, params);
  const data = await createCaseData(gpu, { family, params, caseName, seed: 1 });
  const times = new Map<string, number>();
  try {
    for (const variant of family.variants) {
      const plan = planFor(variant, params, gpu.facts);
      if ('skip' in plan || tooSlow(variant.name, params)) continue;
      times.set(variant.name, await timeOne(gpu, comparison, { family, params, plan, data, load }));
    }
    return times;
  } finally {
    data.free();
  }
}

async function timeOne<Case extends CaseParams>(
  gpu: Gpu,
  { family, machine, clock, effort }: Comparison<Case>,
  spec: CheckSpec<Case>,
): Promise<number> {
  const launch = await createLaunch(gpu, spec);
  try {
    const report = await verify(gpu, spec, launch);
    if (!report.passed) throw new Error(`${formatCase(family.params, spec.params)}: ${report.message}`);
    await clock?.spinUp();
    const limits = limitsOf(effort, gpu.facts.software);
    const cache = gpu.facts.software ? 'hot' : family.headline.cache;
    const llcBytes = machine.llc?.bytes ?? 0;
    const { timing } = await measure(gpu, launch, { cache, limits, timer: machine.timer, llcBytes });
    return timing.medianNs;
  } finally {
    launch.free();
  }
}
