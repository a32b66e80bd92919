// One id of a variant that launches passes: inputs, check, timing and proof.
import type { Result } from '@kernel-ladder/schema';
import { beginInputs, beginReferences, howJudged, provenOn, refillsOf, uploadAhead } from './ahead.ts';
import { createCasePair } from '../launch/case-pair.ts';
import { checkSeeds, describeCheck, refuseUnjudged } from './check-seeds.ts';
import type { CheckedSeeds } from './check-seeds.ts';
import type { CheckSpec } from '../check/judge-outputs.ts';
import { hasFailed, underWay } from '../check/report.ts';
import type { CaseParams, Plan, Variant } from '../contract/family.ts';
import type { Subject } from '../contract/identity.ts';
import type { Finding } from '../contract/oracle.ts';
import type { CaseData } from '../launch/case-data.ts';
import { pipelinesOf } from '../launch/compile-ahead.ts';
import { fillsOf } from '../launch/fills.ts';
import { createLaunch } from '../launch/launch.ts';
import type { Launch } from '../launch/launch.ts';
import { aside, leaveFor } from '../contract/shared-device.ts';
import type { Untimed } from './prove-work.ts';
import { timeLaunch } from './time-launch.ts';
import type { Base, TimedLaunch, TimeRequest } from './time-launch.ts';
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

/** An id with which the device is done; its judges may still be at work. */
export interface Executed {
  readonly result: Result | Promise<Result>;
}

/** Checks and times one id: inputs, other fills and pipelines are made beside each other, and what it leaves is compared beside all. */
export async function checkAndTime<Case extends CaseParams>(
  bench: Workbench<Case>,
  subject: PlannedSubject<Case>,
  { plan, base }: Planned,
): Promise<Executed> {
  bench.onProgress('inputs', 0);
  beginInputs(bench, subject);
  const { gpu, family, load, seed, hosts, following, compiler, onProgress } = bench;
  compiler.begin([subject, ...following.ids]);
  const { params } = subject;
  await leaveFor(bench.device, () => madeReady(bench, subject));
  const inputs = await bench.inputs.get(base.case, () =>
    createCasePair(gpu, { family, params, seed, hosts }),
  );
  const { given: data, other } = inputs;
  if (!bench.known.has(base.id)) data.judge.prepare();
  const untimed = { other, refilled: () => inputs.refilled(refillsOf(bench, subject)) };
  const spec: CheckSpec<Case> = { family, params, plan, data, load };
  onProgress('check', 0);
  const how = howJudged(bench, params);
  // While its pipelines compile the device has nothing to do, and this thread nothing but to wait.
  const uploads = how ? uploadAhead(bench, subject, untimed) : null;
  const launch = await createLaunch(gpu, spec).finally(() => uploads?.stop());
  const seeds = await checkSeeds(bench, { spec, launch, base, inputs, how });
  const { checked } = seeds;
  if (!(checked.report instanceof Promise)) refuseUnjudged(checked.report);
  const isRight = !hasFailed(checked.report);
  if (isRight) beginReferences(bench, subject);
  if (following.case) beginInputs(bench, following.case);
  await readyToTime(bench, isRight ? provenOn(bench, subject) : [], untimed);
  const request = { spec, launch, base, checked, untimed, how };
  const timed = isRight ? await timeIfWanted(bench, request) : null;
  launch.free();
  bench.onKernel?.(launch.kernel);
  return finish(bench, { data, launch, base, seeds, timed });
}

// The inputs that are checked, and the pipelines.
async function madeReady<Case extends CaseParams>(
  { gpu, family, hosts, load, seed }: Workbench<Case>,
  subject: PlannedSubject<Case>,
): Promise<void> {
  const compiled = pipelinesOf(gpu, { ...subject, load }).map((compile) => compile());
  await Promise.allSettled([hosts.get(fillsOf(family, subject.params, seed).given), ...compiled]);
}

// Nobody else has the device while an id is timed: what processors have yet to do for that, and for its proof, comes before, and is waited for aside.
async function readyToTime<Case extends CaseParams>(
  { device, compiler, hosts }: Workbench<Case>,
  fills: ReturnType<typeof provenOn<Case>>,
  untimed: Untimed,
): Promise<void> {
  if (!device.isShared) return compiler.stop();
  await aside(device, () => Promise.allSettled([compiler.stop(), ...fills.map((fill) => hosts.get(fill))]));
  if (fills.length > 0) await Promise.allSettled([untimed.other(), untimed.refilled()]);
}

async function timeIfWanted<Case extends CaseParams>(
  bench: Workbench<Case>,
  request: TimeRequest<Case>,
): Promise<TimedLaunch | null> {
  if (!bench.timing || request.spec.plan.passes.length === 0) return null;
  try {
    return await timeLaunch(bench, request);
  } catch (error) {
    // What a wrong launch runs into while it is timed is no news.
    if ((await request.checked.report).passed) throw error;
    return null;
  }
}

// The device is done and goes on: it is the judges that say what the result is.
async function finish<Case extends CaseParams>(
  bench: Workbench<Case>,
  finished: Finished,
): Promise<Executed> {
  const report = finished.timed?.report ?? finished.seeds.checked.report;
  if (hasFailed(report)) bench.inputs.drop();
  if (!(report instanceof Promise)) return { result: await conclude(bench, finished, report) };
  return { result: underWay(report.then((found) => conclude(bench, finished, found))) };
}

interface Finished {
  readonly data: CaseData;
  readonly launch: Launch;
  readonly base: Base;
  readonly seeds: CheckedSeeds;
  readonly timed: TimedLaunch | null;
}

// What was found as a result, and what is known from now on of outputs that were right.
async function conclude<Case extends CaseParams>(
  bench: Workbench<Case>,
  { data, launch, base, seeds: { checked, seeds, oracle }, timed }: Finished,
  report: Finding,
): Promise<Result> {
  refuseUnjudged(report);
  const check = describeCheck(report, { oracle: await oracle, seeds, post: timed !== null, ...timed?.proof });
  const { kernel, dispatch, loc, footprintBytes: peakBufferBytes } = launch;
  const facts = {
    ...base,
    kernelHash: kernel.hash,
    dispatch,
    loc,
    peakBufferBytes,
    ...(check ? { check } : {}),
  };
  if (!report.passed)
    return { ...facts, status: 'failed', reason: { code: 'wrong-result', message: report.message } };
  if (check) bench.known.set(base.id, { check, sums: [...data.checksums, ...checked.sums], ...timed?.known });
  return { ...facts, ...timed?.fields, status: 'passed' };
}
