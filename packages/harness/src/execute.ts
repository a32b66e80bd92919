// One id from plan to result: verify, time, verify the last timed output again.
import { destroyBuffer, GpuFault, peakBytes } from '@kernel-ladder/gpu';
import type { Gpu } from '@kernel-ladder/gpu';
import { formatCase, formatId } from '@kernel-ladder/schema';
import type { Check, ComparableReason, Effort, Machine, Phase, Reason, Result, Timing, Work } from '@kernel-ladder/schema';
import { createCaseData } from './case-data.ts';
import { checkOnce, compare, verify } from './check.ts';
import type { Clock } from './clock.ts';
import { coverEdgeCases } from './coverage.ts';
import type { CoverageReport } from './coverage.ts';
import { limitsOf } from './effort.ts';
import type { EffortLimits } from './effort.ts';
import type { CaseParams, Family, Plan, Variant } from './family.ts';
import { measureHost } from './host.ts';
import type { InputCache } from './input-cache.ts';
import { createLaunch } from './launch.ts';
import type { Launch, LaunchSpec } from './launch.ts';
import { measure } from './measure.ts';
import type { Measurement } from './measure.ts';
import { worse } from './oracle.ts';
import type { CheckReport } from './oracle.ts';
import { planFor } from './plan.ts';
import { deriveMetrics } from './rates.ts';
import { parseDtype } from './scalars.ts';
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

/** The id's variant and case. */
export interface Subject<Case extends CaseParams> {
  readonly variant: Variant<Case>;
  readonly params: Case;
}

/** Runs one id. Every fault of kernel or device becomes a failed result; only device loss leaves nothing to go on with. */
export async function execute<Case extends CaseParams>(session: Session<Case>, subject: Subject<Case>): Promise<Result> {
  const base = describe(session, subject);
  try {
    const plan = planFor(subject.variant, subject.params, session.gpu.facts);
    if ('skip' in plan) return { ...base, status: 'skipped', reason: plan.skip };
    const coverage = await cover(session, subject.variant);
    const covered = { ...base, coverage: coverage.coverage, work: { ...base.work, implBytes: plan.implBytes } };
    if (coverage.failure) return { ...covered, status: 'failed', reason: { code: 'wrong-result', message: coverage.failure } };
    return await withoutLeaks(session, () => checkAndTime(session, subject, { plan, base: covered }));
  } catch (error) {
    const reason = reasonOf(error);
    return { ...base, status: reason.code.startsWith('limit:') ? 'skipped' : 'failed', reason };
  }
}

type Base = Omit<Result, 'status'>;

/** What an id says about itself before anything has run. */
export function identify<Case extends CaseParams>(family: Family<Case>, { variant, params }: Subject<Case>) {
  const caseName = formatCase(family.params, params);
  const defaults = Object.fromEntries(family.params.flatMap((spec) => (spec.default === undefined ? [] : [[spec.key, spec.default]])));
  const work = family.work(params);
  return {
    id: formatId({ family: family.name, variant: variant.name, case: caseName }),
    family: family.name,
    variant: variant.name,
    case: caseName,
    params: { ...defaults, ...params },
    dtype: parseDtype(params.dtype),
    work: { ...work, implBytes: work.minBytes },
  };
}

function describe<Case extends CaseParams>({ family, gpu }: Session<Case>, subject: Subject<Case>): Base {
  return {
    ...identify(family, subject),
    kind: 'gpu',
    coverage: [],
    comparable: !gpu.facts.software,
    comparableReasons: gpu.facts.software ? ['software-adapter'] : [],
  };
}

async function cover<Case extends CaseParams>(session: Session<Case>, variant: Variant<Case>): Promise<CoverageReport> {
  if (!session.edgeCases) return { coverage: [], failure: null };
  const { gpu, family, load, seed, onProgress } = session;
  const onCase = (done: number, total: number) => onProgress('edge cases', done / total);
  const report = session.covered.get(variant.name) ?? (await coverEdgeCases(gpu, { family, variant, load, seed, onCase }));
  session.covered.set(variant.name, report);
  return report;
}

// What a fault left behind is freed, so that one id's failure is not the next one's lack of memory.
async function withoutLeaks<Case extends CaseParams, T>({ gpu, inputs }: Session<Case>, work: () => Promise<T>): Promise<T> {
  const before = new Set(gpu.ledger.keys());
  peakBytes(gpu);
  try {
    return await work();
  } catch (error) {
    inputs.drop();
    for (const buffer of gpu.ledger.keys()) if (!before.has(buffer)) destroyBuffer(gpu, buffer);
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
  const spec: LaunchSpec<Case> = { family, params, plan, data, load };
  onProgress('check', 0);
  const launch = await createLaunch(gpu, spec);
  const first = extra.reduce(worse, await verify(gpu, spec, launch));
  const known = {
    ...base,
    kernelHash: launch.kernelHash,
    dispatch: launch.dispatch,
    loc: launch.loc,
  };
  const timed = first.passed && plan.passes.length > 0 ? await time(session, { spec, launch, base, first }) : null;
  launch.free();
  const peakBufferBytes = peakBytes(gpu);
  const report = timed?.report ?? first;
  if (!report.passed) session.inputs.drop();
  const check = describeCheck(data.oracle.name, seeds, report, timed !== null);
  if (!report.passed) {
    const reason: Reason = { code: 'wrong-result', message: report.message };
    return { ...known, peakBufferBytes, ...(check ? { check } : {}), status: 'failed', reason };
  }
  return { ...known, ...timed?.fields, peakBufferBytes, ...(check ? { check } : {}), status: 'passed' };
}

interface TimeRequest<Case extends CaseParams> {
  readonly spec: LaunchSpec<Case>;
  readonly launch: Launch;
  readonly base: Base;
  readonly first: CheckReport;
}

async function time<Case extends CaseParams>(session: Session<Case>, request: TimeRequest<Case>) {
  const { gpu, family, machine, effort, onProgress } = session;
  const { spec, launch, base, first } = request;
  const limits = limitsOf(effort, gpu.facts.software);
  const llcBytes = machine.llc?.bytes ?? 0;
  const take = (cache: 'cold' | 'hot', of: EffortLimits) =>
    atFullClock(session.clock, () => measure(gpu, launch, { cache, limits: of, timer: machine.timer, llcBytes, onProgress }));
  const headline = await take(family.headline.cache, limits);
  const wantsOther = effort !== 'quick' && !gpu.facts.software && headline.timing.cache !== 'streaming';
  const other = wantsOther ? await take(family.headline.cache === 'hot' ? 'cold' : 'hot', limitsOf('quick', false)) : null;
  const post = await compare(gpu, spec, launch);
  const work = base.work;
  const arithmetic = family.arithmetic?.(base.variant, spec.params) ?? base.dtype.acc;
  const inCache = headline.timing.cache === 'hot' && launch.footprintBytes < llcBytes;
  const metrics = deriveMetrics(work, headline.timing, { roofs: machine.roofs, peaks: machine.peaks, arithmetic, inCache });
  refuseImpossible(metrics.pctOfPeak, headline.timing);
  const host = await measureHost(gpu, launch, headline.timing.medianNs > 20e6 ? 3 : 20);
  return {
    report: worse(first, post),
    fields: {
      timing: headline.timing,
      ...(other ? { secondary: [other.timing] } : {}),
      metrics,
      host,
      samplesNs: headline.samplesNs.map(Math.round),
      ...comparability(base, machine, headline),
    },
  };
}

// Within five per cent of full clock before and after, or taken again; what stays below is marked.
async function atFullClock(clock: Clock | null, take: () => Promise<Measurement>): Promise<Timed> {
  if (!clock) return { ...(await take()), throttled: false };
  for (let attempt = 1; ; attempt++) {
    await clock.spinUp();
    const measurement = await take();
    const throttled = (await clock.index()) < 0.95;
    if (!throttled || attempt === 3) return { ...measurement, throttled };
  }
}

type Timed = Measurement & { readonly throttled: boolean };

// A kernel faster than the datasheet allows is a broken clock, not a record.
function refuseImpossible(pctOfPeak: number | undefined, timing: Timing): void {
  if (pctOfPeak !== undefined && pctOfPeak > 105) {
    const message = `a median of ${timing.medianNs} ns is ${pctOfPeak} % of the datasheet's peak: a measurement error`;
    throw Object.assign(new Error(message), { code: 'below-resolution' });
  }
}

function comparability(base: Base, machine: Machine, measurement: Timed) {
  const found: ComparableReason[] = [
    ...base.comparableReasons,
    ...(machine.timer.quantized ? ['quantized-timestamps' as const] : []),
    ...(measurement.timerUnreliable ? ['timer-unreliable' as const] : []),
    ...(measurement.throttled ? ['throttled' as const] : []),
  ];
  return { comparable: found.length === 0, comparableReasons: found };
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

function describeCheck(oracle: string, seeds: readonly number[], report: CheckReport, post: boolean): Check | null {
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
