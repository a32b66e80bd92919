// One id of a variant that launches passes: inputs, check, timing and proof.
import type { Result } from '@kernel-ladder/schema';
import { beginInputs, beginReferences, compileAhead, refillsOf } from './ahead.ts';
import type { Compilation } from './ahead.ts';
import { createCasePair } from '../launch/case-pair.ts';
import { checkSeeds, describeCheck, refuseUnjudged } from './check-seeds.ts';
import type { CheckedSeeds } from './check-seeds.ts';
import type { CheckSpec } from '../check/check.ts';
import type { CaseParams, Plan, Variant } from '../contract/family.ts';
import type { Subject } from '../contract/identity.ts';
import type { CaseData } from '../launch/case-data.ts';
import { createLaunch } from '../launch/launch.ts';
import type { Launch } from '../launch/launch.ts';
import { timeLaunch } from './time-launch.ts';
import type { Base, TimedLaunch } from './time-launch.ts';
import type { Workbench } from './workbench.ts';

/** An id of a variant that launches passes. */
export interface PlannedSubject<Case extends CaseParams> extends Subject<Case> {
  readonly variant: Variant<Case>;
}

/** Its plan, and the beginning of its result. */
export interface Planned {
  readonly plan: Plan;
  readonly base: Base;
}

/** Checks and times one id: inputs, other fills and pipelines are made beside each other. */
export async function checkAndTime<Case extends CaseParams>(
  bench: Workbench<Case>,
  subject: PlannedSubject<Case>,
  planned: Planned,
): Promise<Result> {
  bench.onProgress('inputs', 0);
  beginInputs(bench, subject);
  const compilation = compileAhead(bench, [subject, ...bench.following.ids]);
  return checkAndTimeBeside(bench, { ...planned, subject, compilation }).finally(compilation.stop);
}

interface Beside<Case extends CaseParams> extends Planned {
  readonly subject: PlannedSubject<Case>;
  readonly compilation: Compilation;
}

async function checkAndTimeBeside<Case extends CaseParams>(
  bench: Workbench<Case>,
  { subject, plan, base, compilation }: Beside<Case>,
): Promise<Result> {
  const { gpu, family, load, seed, hosts, following, onProgress } = bench;
  const { params } = subject;
  const inputs = await bench.inputs.get(base.case, () =>
    createCasePair(gpu, { family, params, seed, hosts }),
  );
  const { given: data, other } = inputs;
  if (!bench.known.has(base.id)) data.judge.prepare();
  const untimed = { other, refilled: () => inputs.refilled(refillsOf(bench, subject)) };
  const spec: CheckSpec<Case> = { family, params, plan, data, load };
  onProgress('check', 0);
  const launch = await createLaunch(gpu, spec);
  const seeds = await checkSeeds(bench, { spec, launch, base, inputs });
  refuseUnjudged(seeds.checked.report);
  if (seeds.checked.report.passed) beginReferences(bench, subject);
  if (following.case) beginInputs(bench, following.case);
  const isTimed = bench.timing && seeds.checked.report.passed && plan.passes.length > 0;
  await compilation.stop();
  const timed = isTimed
    ? await timeLaunch(bench, { spec, launch, base, checked: seeds.checked, untimed })
    : null;
  launch.free();
  bench.onKernel?.(launch.kernel);
  return conclude(bench, { data, launch, base, seeds, timed });
}

interface Finished {
  readonly data: CaseData;
  readonly launch: Launch;
  readonly base: Base;
  readonly seeds: CheckedSeeds;
  readonly timed: TimedLaunch | null;
}

// What was found as a result, and what is known from now on of outputs that were right.
function conclude<Case extends CaseParams>(
  bench: Workbench<Case>,
  { data, launch, base, seeds: { checked, seeds, oracle }, timed }: Finished,
): Result {
  const report = timed?.report ?? checked.report;
  const check = describeCheck(report, { oracle, seeds, post: timed !== null, ...timed?.proof });
  const { kernel, dispatch, loc, footprintBytes: peakBufferBytes } = launch;
  const facts = {
    ...base,
    kernelHash: kernel.hash,
    dispatch,
    loc,
    peakBufferBytes,
    ...(check ? { check } : {}),
  };
  if (!report.passed) {
    bench.inputs.drop();
    return { ...facts, status: 'failed', reason: { code: 'wrong-result', message: report.message } };
  }
  if (check) bench.known.set(base.id, { check, sums: [...data.checksums, ...checked.sums], ...timed?.known });
  return { ...facts, ...timed?.fields, status: 'passed' };
}
