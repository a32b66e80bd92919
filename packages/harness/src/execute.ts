// One id from plan to result: verify, time, verify the last timed output again.
import { destroyBuffer, GpuFault } from '@kernel-ladder/gpu';
import type { Gpu } from '@kernel-ladder/gpu';
import type { Check, Effort, KnownOutputs, Machine, Phase, Reason, Result } from '@kernel-ladder/schema';
import { createCaseData } from './case-data.ts';
import { checkSeeds } from './check-seeds.ts';
import type { CheckSpec } from './check.ts';
import type { Clock } from './clock.ts';
import { coverEdgeCases } from './coverage.ts';
import type { CoverageReport } from './coverage.ts';
import type { CaseParams, Family, Plan, Variant } from './family.ts';
import { identify } from './identity.ts';
import type { Subject } from './identity.ts';
import type { InputCache } from './input-cache.ts';
import { createLaunch } from './launch.ts';
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
  readonly headlineOnly: boolean;
  /** Coverage by variant: awkward cases are checked once a run, not once an id. */
  readonly covered: Map<string, CoverageReport>;
  /** By id: what earlier processes computed and had checked, joined by what this one does. */
  readonly known: Map<string, KnownOutputs>;
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
  const request = { family, params, caseName: base.case, seed };
  const data = await session.inputs.get(base.case, () => createCaseData(gpu, request));
  const spec: CheckSpec<Case> = { family, params, plan, data, load };
  onProgress('check', 0);
  const launch = await createLaunch(gpu, spec);
  const { checked, seeds, oracle } = await checkSeeds(session, { spec, launch, base });
  const isTimed = checked.report.passed && plan.passes.length > 0;
  const timed = isTimed ? await timeLaunch(session, { spec, launch, base, checked }) : null;
  launch.free();
  const report = timed?.report ?? checked.report;
  const check = describeCheck(report, { oracle, seeds, post: isTimed });
  const { kernelHash, dispatch, loc, footprintBytes: peakBufferBytes } = launch;
  const facts = { ...base, kernelHash, dispatch, loc, peakBufferBytes, ...(check ? { check } : {}) };
  if (!report.passed) {
    session.inputs.drop();
    return { ...facts, status: 'failed', reason: { code: 'wrong-result', message: report.message } };
  }
  if (check) session.known.set(base.id, { check, sums: [...data.checksums, ...checked.sums] });
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
