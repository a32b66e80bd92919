// Whether an id is right, on as many inputs as its size allows.
import type { Check, Work } from '@kernel-ladder/schema';
import { createCaseData } from '../launch/case-data.ts';
import { checkOnce, verifyUnknown } from '../check/check.ts';
import type { Checked, CheckSpec } from '../check/check.ts';
import type { Workbench } from './workbench.ts';
import type { CaseParams } from '../contract/family.ts';
import type { Launch } from '../launch/launch.ts';
import { worse } from '../contract/oracle.ts';
import type { Finding } from '../contract/oracle.ts';
import type { Base } from './time-launch.ts';

/** What the check says of an id. */
export interface CheckedSeeds extends Pick<Check, 'oracle' | 'seeds'> {
  readonly checked: Checked;
}

/** Checks the launch on the bench's seed, unless its outputs are known, and small cases on two seeds more. */
export async function checkSeeds<Case extends CaseParams>(
  bench: Workbench<Case>,
  { spec, launch, base }: { readonly spec: CheckSpec<Case>; readonly launch: Launch; readonly base: Base },
): Promise<CheckedSeeds> {
  const first = await verifyUnknown(bench.gpu, { spec, launch }, bench.known.get(base.id));
  const seeds = seedsFor(base.work, bench.seed);
  if (first.known) return { checked: first, seeds, oracle: first.known.check.oracle };
  const others = await checkOthers(bench, spec, seeds.slice(1));
  const checked = { ...first, report: others.reduce(worse, first.report) };
  return { checked, seeds, oracle: spec.data.oracle().name };
}

/** Small cases are checked on three inputs; for a large one a second input would cost more than it can find. */
export function seedsFor(work: Work, seed: number): readonly number[] {
  return work.minBytes <= 2 ** 22 ? [seed, seed + 1, seed + 2] : [seed];
}

async function checkOthers<Case extends CaseParams>(
  { gpu, family, load }: Workbench<Case>,
  { params, plan }: CheckSpec<Case>,
  seeds: readonly number[],
): Promise<readonly Finding[]> {
  const reports: Finding[] = [];
  for (const seed of seeds) {
    const data = await createCaseData(gpu, { family, params, seed });
    reports.push(await checkOnce(gpu, { family, params, plan, data, load }).finally(data.free));
  }
  return reports;
}

/** A report as a result keeps it; null where its errors are no finite numbers: a failed result then says it in its reason. */
export function describeCheck(
  { maxAbs, maxRel, worst }: Finding,
  how: Pick<Check, 'oracle' | 'seeds' | 'post'>,
): Check | null {
  // JSON has no infinity.
  if (![maxAbs, maxRel, worst].every(Number.isFinite)) return null;
  return { ...how, maxAbs, maxRel, worstErrorOverTolerance: worst };
}

/** An id whose outputs were only looked at: nothing says what would be right. */
export class Unjudged extends Error {
  override name = 'Unjudged' as const;
}

/** Throws Unjudged for a report that observes. A time that stands on it would be the time of anything. */
export function refuseUnjudged({ passed, observed }: Finding): void {
  if (passed && observed !== undefined)
    throw new Unjudged(`no answer to such inputs is right or wrong; what came out: ${observed}`);
}
