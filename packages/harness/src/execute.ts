// One id from plan to result: verify, time, verify the last timed output again.
import { destroyBuffer, GpuFault, peakBytes } from '@kernel-ladder/gpu';
import type { Gpu } from '@kernel-ladder/gpu';
import type { Check, Effort, Machine, Phase, Reason, Result, Work } from '@kernel-ladder/schema';
import { createCaseData } from './case-data.ts';
import { checkOnce, verify } from './check.ts';
import type { CheckSpec } from './check.ts';
import type { Clock } from './clock.ts';
import { coverEdgeCases } from './coverage.ts';
import type { CoverageReport } from './coverage.ts';
import type { CaseParams, Family, Plan, Variant } from './family.ts';
import { identify } from './identity.ts';
import type { Subject } from './identity.ts';
import type { InputCache } from './input-cache.ts';
import { createLaunch } from './launch.ts';
import { worse } from './oracle.ts';
import type { CheckReport } from './oracle.ts';
import { planFor } from './plan.ts';
import { timeLaunch } from './time-launch.ts';
import type { Base } from './time-launch.ts';
import type { WgslLoader } from './wgsl.ts';

/** What all ids of one process share. */
export interface Session<Case extends CaseParams> {
  readonly gpu: Gpu;
  readonly family: Family<Case>;
  readonly load: WgslLoader;
  readonly machine: Machine;
  readonly effort: Effort;
  readonly seed: number;
  readonly edgeCases: boolean;
  /** Coverage by variant: awkward cases are checked once a process, not once an id. */
  readonly covered: Map<string, CoverageReport>;
  readonly inputs: InputCache;
  readonly clock: Clock | null;
  readonly onProgress: (phase: Phase, share: number) => void;
}

/** Runs one id. Every fault of kernel or device becomes a failed result; only device loss leaves nothing to go on with. */
export async function execute<Case extends CaseParams>(
  session: Session<Case>,
  subject: Subject<Case>,
): Promise<Result> {
  const base = describe(session, subject);
  try {
    const plan = planFor(subject.variant, subject.params, session.gpu.facts);
    if ('skip' in plan) return { ...base, status: 'skipped', reason: plan.skip };
    const coverage = await cover(session, subject.variant);
    const covered = {
      ...base,
      coverage: coverage.coverage,
      work: { ...base.work, implBytes: plan.implBytes },
    };
    if (coverage.failure)
      return { ...covered, status: 'failed', reason: { code: 'wrong-result', message: coverage.failure } };
    return await withoutLeaks(session, () => checkAndTime(session, subject, { plan, base: covered }));
  } catch (error) {
    const reason = reasonOf(error);
    return { ...base, status: reason.code.startsWith('limit:') ? 'skipped' : 'failed', reason };
  }
}

function describe<Case extends CaseParams>({ family, gpu }: Session<Case>, subject: Subject<Case>): Base {
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
  session: Session<Case>,
  variant: Variant<Case>,
): Promise<CoverageReport> {
  if (!session.edgeCases) return { coverage: [], failure: null };
  const { gpu, family, load, seed, onProgress } = session;
  const onCase = (done: number, total: number) => onProgress('edge cases', done / total);
  const report =
    session.covered.get(variant.name) ?? (await coverEdgeCases(gpu, { family, variant, load, seed, onCase }));
  session.covered.set(variant.name, report);
  return report;
}

// What a fault left behind is freed, so that one id's failure is not the next one's lack of memory.
async function withoutLeaks<Case extends CaseParams, T>(
  { gpu, inputs }: Session<Case>,
  work: () => Promise<T>,
): Promise<T> {
  const before = new Set(gpu.ledger.keys());
  peakBytes(gpu);
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
  session: Session<Case>,
  { params }: Subject<Case>,
  { plan, base }: Prepared,
): Promise<Result> {
  const { gpu, family, load, seed, onProgress } = session;
  onProgress('inputs', 0);
  const seeds = seedsFor(base.work, seed);
  const extra = await checkSeeds(session, { params, plan, caseName: base.case }, seeds.slice(1));
  const request = { family, params, caseName: base.case, seed };
  const data = await session.inputs.get(base.case, () => createCaseData(gpu, request));
  const spec: CheckSpec<Case> = { family, params, plan, data, load };
  onProgress('check', 0);
  const launch = await createLaunch(gpu, spec);
  const first = extra.reduce(worse, await verify(gpu, spec, launch));
  // Before timing, whose flushes and copies of inputs are not the kernel's.
  const peakBufferBytes = peakBytes(gpu);
  const known = {
    ...base,
    kernelHash: launch.kernelHash,
    dispatch: launch.dispatch,
    loc: launch.loc,
  };
  const timed =
    first.passed && plan.passes.length > 0 ? await timeLaunch(session, { spec, launch, base, first }) : null;
  launch.free();
  const report = timed?.report ?? first;
  if (!report.passed) session.inputs.drop();
  const check = describeCheck(data.oracle.name, seeds, report, timed !== null);
  if (!report.passed) {
    const reason: Reason = { code: 'wrong-result', message: report.message };
    return { ...known, peakBufferBytes, ...(check ? { check } : {}), status: 'failed', reason };
  }
  return { ...known, ...timed?.fields, peakBufferBytes, ...(check ? { check } : {}), status: 'passed' };
}

// Small cases are checked on three inputs; for a large one a second input would cost more than it can find.
function seedsFor(work: Work, seed: number): readonly number[] {
  return work.minBytes <= 2 ** 22 ? [seed, seed + 1, seed + 2] : [seed];
}

async function checkSeeds<Case extends CaseParams>(
  { gpu, family, load }: Session<Case>,
  { params, plan, caseName }: { params: Case; plan: Plan; caseName: string },
  seeds: readonly number[],
): Promise<readonly CheckReport[]> {
  const reports: CheckReport[] = [];
  for (const seed of seeds) {
    const data = await createCaseData(gpu, { family, params, caseName, seed });
    reports.push(await checkOnce(gpu, { family, params, plan, data, load }).finally(data.free));
  }
  return reports;
}

function describeCheck(
  oracle: string,
  seeds: readonly number[],
  report: CheckReport,
  post: boolean,
): Check | null {
  const { maxAbs, maxRel, worst } = report;
  // JSON has no infinity; a failed result then says it in its reason.
  if (![maxAbs, maxRel, worst].every(Number.isFinite)) return null;
  return { oracle, seeds, maxAbs, maxRel, worstErrorOverTolerance: worst, post };
}

function reasonOf(error: unknown): Reason {
  const message = error instanceof Error ? error.message || error.name : String(error);
  if (error instanceof GpuFault) return { code: error.code, message };
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return { code: code === 'below-resolution' ? code : 'crashed', message };
}
