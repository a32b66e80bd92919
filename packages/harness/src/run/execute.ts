// One id from plan to result: verify, time, verify the last timed output again.
import { destroyBuffer, GpuFault } from '@kernel-ladder/gpu';
import type { Check, Reason, Result } from '@kernel-ladder/schema';
import { createCaseData } from '../launch/case-data.ts';
import { checkSeeds } from './check-seeds.ts';
import type { CheckSpec } from '../check/check.ts';
import { coverEdgeCases } from '../check/coverage.ts';
import type { CoverageReport } from '../check/coverage.ts';
import type { CaseParams, Plan, Variant } from '../contract/family.ts';
import { identify } from '../contract/identity.ts';
import type { Subject } from '../contract/identity.ts';
import { createLaunch } from '../launch/launch.ts';
import type { CheckReport } from '../contract/oracle.ts';
import { planFor } from '../contract/plan.ts';
import { timeLaunch } from './time-launch.ts';
import type { Base } from './time-launch.ts';
import type { Workbench } from './workbench.ts';

/** Runs one id. Every fault of kernel or device becomes a failed result; only device loss leaves nothing to go on with. */
export async function execute<Case extends CaseParams>(
  bench: Workbench<Case>,
  subject: Subject<Case>,
): Promise<Result> {
  const base = describe(bench, subject);
  try {
    const plan = planFor(subject.variant, subject.params, bench.gpu.facts);
    if ('skip' in plan) return { ...base, status: 'skipped', reason: plan.skip };
    const coverage = await cover(bench, subject.variant);
    const covered = {
      ...base,
      coverage: coverage.coverage,
      work: { ...base.work, implBytes: plan.implBytes },
    };
    if (coverage.failure)
      return { ...covered, status: 'failed', reason: { code: 'wrong-result', message: coverage.failure } };
    return await withoutLeaks(bench, () => checkAndTime(bench, subject, { plan, base: covered }));
  } catch (error) {
    const reason = reasonOf(error);
    return { ...base, status: reason.code.startsWith('limit:') ? 'skipped' : 'failed', reason };
  }
}

function describe<Case extends CaseParams>({ family, gpu }: Workbench<Case>, subject: Subject<Case>): Base {
  return {
    ...identify(family, subject),
    kind: 'gpu',
    ...(family.simulated ? { simulated: true } : {}),
    coverage: [],
    comparable: !gpu.facts.software,
    comparableReasons: gpu.facts.software ? ['software-adapter'] : [],
  };
}

async function cover<Case extends CaseParams>(
  bench: Workbench<Case>,
  variant: Variant<Case>,
): Promise<CoverageReport> {
  if (!bench.edgeCases) return { coverage: [], failure: null };
  const { gpu, family, load, seed, onProgress } = bench;
  const onCase = (done: number, total: number) => onProgress('edge cases', done / total);
  const report =
    bench.covered.get(variant.name) ?? (await coverEdgeCases(gpu, { family, variant, load, seed, onCase }));
  bench.covered.set(variant.name, report);
  return report;
}

// What a fault left behind is freed, so that one id's failure is not the next one's lack of memory.
async function withoutLeaks<Case extends CaseParams, T>(
  { gpu, inputs }: Workbench<Case>,
  work: () => Promise<T>,
): Promise<T> {
  const before = new Set(gpu.ledger.keys());
  try {
    return await work();
  } catch (error) {
    inputs.drop();
    // The device's timestamp buffers are made by the first timing and serve all later ids.
    const { slots } = gpu.timestamps;
    const kept = new Set([...before, slots?.resolved, slots?.staging]);
    for (const buffer of gpu.ledger.keys()) if (!kept.has(buffer)) destroyBuffer(gpu, buffer);
    throw error;
  }
}

interface Prepared {
  readonly plan: Plan;
  readonly base: Base;
}

async function checkAndTime<Case extends CaseParams>(
  bench: Workbench<Case>,
  { params }: Subject<Case>,
  { plan, base }: Prepared,
): Promise<Result> {
  const { gpu, family, load, seed, onProgress } = bench;
  onProgress('inputs', 0);
  const request = { family, params, caseName: base.case, seed };
  const data = await bench.inputs.get(base.case, () => createCaseData(gpu, request));
  const spec: CheckSpec<Case> = { family, params, plan, data, load };
  onProgress('check', 0);
  const launch = await createLaunch(gpu, spec);
  const { checked, seeds, oracle } = await checkSeeds(bench, { spec, launch, base });
  const isTimed = checked.report.passed && plan.passes.length > 0;
  const timed = isTimed ? await timeLaunch(bench, { spec, launch, base, checked }) : null;
  launch.free();
  const report = timed?.report ?? checked.report;
  const check = describeCheck(report, { oracle, seeds, post: isTimed });
  const { kernel, dispatch, loc, footprintBytes: peakBufferBytes } = launch;
  bench.onKernel?.(kernel);
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
  if (check) bench.known.set(base.id, { check, sums: [...data.checksums, ...checked.sums] });
  return { ...facts, ...timed?.fields, status: 'passed' };
}

function describeCheck(
  { maxAbs, maxRel, worst }: CheckReport,
  how: Pick<Check, 'oracle' | 'seeds' | 'post'>,
): Check | null {
  // JSON has no infinity; a failed result then says it in its reason.
  if (![maxAbs, maxRel, worst].every(Number.isFinite)) return null;
  return { ...how, maxAbs, maxRel, worstErrorOverTolerance: worst };
}

function reasonOf(error: unknown): Reason {
  const message = error instanceof Error ? error.message || error.name : String(error);
  if (error instanceof GpuFault) return { code: error.code, message };
  return { code: 'crashed', message };
}
