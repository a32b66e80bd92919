// Whether an id is right, on as many inputs as its size allows.
import type { Check, Work } from '@kernel-ladder/schema';
import { checkOnce, verifyUnknown } from '../check/check.ts';
import type { Checked } from '../check/check.ts';
import type { CheckSpec } from '../check/judge-outputs.ts';
import type { Workbench } from './workbench.ts';
import type { CaseParams } from '../contract/family.ts';
import { underWay } from '../check/report.ts';
import type { How } from '../contract/judges.ts';
import type { CasePair } from '../launch/case-pair.ts';
import type { Launch } from '../launch/launch.ts';
import { worse } from '../contract/oracle.ts';
import type { Finding } from '../contract/oracle.ts';
import type { Base } from './time-launch.ts';

/** What the check says of an id. */
export interface CheckedSeeds extends Pick<Check, 'seeds'> {
  readonly checked: Checked;
  readonly oracle: Promise<string>;
}

/** A launch of an id, and the inputs of its case. */
export interface SeedsRequest<Case extends CaseParams> {
  readonly spec: CheckSpec<Case>;
  readonly launch: Launch;
  readonly base: Base;
  readonly inputs: Pick<CasePair<Case>, 'under'>;
  /** Whether a large case is timed while its outputs are compared. */
  readonly how: How | undefined;
}

/** Checks the launch on the bench's seed, unless its outputs are known, and a small case on two seeds more. */
export async function checkSeeds<Case extends CaseParams>(
  bench: Workbench<Case>,
  { spec, launch, base, inputs, ...request }: SeedsRequest<Case>,
): Promise<CheckedSeeds> {
  const known = bench.known.get(base.id);
  const how = isSmall(base.work) ? undefined : request.how;
  const first = await verifyUnknown(bench.gpu, { spec, launch }, { known, how });
  const seeds = seedsFor(base.work, bench.seed);
  if (first.known) return { checked: first, seeds, oracle: Promise.resolve(first.known.check.oracle) };
  const { gpu, seed } = bench;
  const onOthers = async () => {
    const [data, other] = [await inputs.under(seed + 1), await inputs.under(seed + 2)];
    return checkOnce(gpu, { ...spec, data }, other);
  };
  const report = isSmall(base.work) ? worse(await first.report, await onOthers()) : first.report;
  return { checked: { ...first, report }, seeds, oracle: underWay(spec.data.judge.name()) };
}

// For a large case a third input would cost more than it can find.
function isSmall({ minBytes }: Work): boolean {
  return minBytes <= 2 ** 22;
}

/** The seeds whose inputs an id is checked on: the run's and the next, a small case also on the one behind. */
export function seedsFor(work: Work, seed: number): readonly number[] {
  return isSmall(work) ? [seed, seed + 1, seed + 2] : [seed, seed + 1];
}

/** A report as a result keeps it; null where its errors are no finite numbers: a failed result then says it in its reason. */
export function describeCheck(
  { maxAbs, maxRel, worst, largest }: Finding,
  how: Pick<Check, 'oracle' | 'seeds' | 'post' | 'carryOver'>,
): Check | null {
  // JSON has no infinity.
  if (![maxAbs, maxRel, worst].every(Number.isFinite)) return null;
  const scale = largest === undefined ? {} : { largest };
  return { ...how, maxAbs, maxRel, worstErrorOverTolerance: worst, ...scale };
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
