// One id of a variant that runs itself, from inputs to result: verify, time, verify once more, and on other inputs.
import type { ComparableReason, Metrics, Result, Timing } from '@kernel-ladder/schema';
import { hasFailed, joinReports, underWay } from '../check/report.ts';
import type { Report } from '../check/report.ts';
import { runAndCompare, runOnOthers, withInputs, withPrepared } from '../check/self-run.ts';
import type { Compared, Ready, SelfRunSpec } from '../check/self-run.ts';
import type { CaseParams, Demand, Prepared, SelfRunVariant } from '../contract/family.ts';
import type { How } from '../contract/judges.ts';
import { worse } from '../contract/oracle.ts';
import type { Finding } from '../contract/oracle.ts';
import { lastLevelCache } from '../machine/devices.ts';
import { refuseUnawaited } from '../measure/awaited.ts';
import { selfRunLimits } from '../measure/effort.ts';
import type { EffortLimits } from '../measure/effort.ts';
import { deriveMetrics } from '../measure/rates.ts';
import { measureSelfRun, medianWallNs } from '../measure/self-run.ts';
import { describeCheck, refuseUnjudged } from './check-seeds.ts';
import { beginFollowing, howJudged } from './ahead.ts';
import { openCaches } from './caches.ts';
import type { HeldCaches } from './caches.ts';
import type { Executed } from './check-and-time.ts';
import { alone, aside, leaveFor } from '../contract/shared-device.ts';
import { atFullClock } from './full-clock.ts';
import type { Timed } from './full-clock.ts';
import { refuseImpossible } from './time-launch.ts';
import type { Base } from './time-launch.ts';
import type { Workbench } from './workbench.ts';

/** A variant that runs itself, on a case that it takes. */
export interface SelfRunSubject<Case extends CaseParams> {
  readonly variant: SelfRunVariant<Case>;
  readonly params: Case;
  readonly demand: Demand;
  readonly base: Base;
}

interface CachedSubject<Case extends CaseParams> extends SelfRunSubject<Case> {
  readonly caches: HeldCaches | undefined;
}

/** Checks and times one id; what it leaves is compared beside all that follows but samples of the host's clock. */
export async function checkAndTimeSelfRun<Case extends CaseParams>(
  bench: Workbench<Case>,
  subject: SelfRunSubject<Case>,
): Promise<Executed> {
  const { variant, base } = subject;
  // What empties the caches is filled on the device.
  await bench.device.use('shared');
  const caches = await openCaches(bench, { variant, minBytes: base.work.minBytes });
  return checkAndTime(bench, { ...subject, caches }).finally(() => caches?.free());
}

async function checkAndTime<Case extends CaseParams>(
  bench: Workbench<Case>,
  subject: CachedSubject<Case>,
): Promise<Executed> {
  const { gpu, seed, onProgress } = bench;
  onProgress('inputs', 0);
  const spec = await specFor(bench, subject, seed);
  // Its case may be closed when its result is told.
  const oracle = underWay(spec.data.judge.name());
  const found = await withPrepared(gpu, spec, (ready) => lookAt(bench, subject, ready));
  if (hasFailed(found.report)) bench.hosts.keep([]);
  const { report } = found;
  const told = async () => conclude(bench, subject, { ...found, report: await report, oracle: await oracle });
  return { result: report instanceof Promise ? underWay(told()) : await told() };
}

interface Found {
  readonly report: Report;
  readonly fields: Partial<Result> | null;
}

// All that needs the variant.
async function lookAt<Case extends CaseParams>(
  bench: Workbench<Case>,
  subject: CachedSubject<Case>,
  ready: Ready<Case>,
): Promise<Found> {
  const isOnHost = subject.variant.clock === 'host';
  // A loop on the host leaves its outputs where the next run does: its samples wait for the judges, and nobody else does.
  const how = isOnHost && !bench.timing ? undefined : howJudged(bench, subject.params);
  bench.onProgress('check', 0);
  const { report: before } = await runAndCompare(ready, how);
  if (!(before instanceof Promise)) refuseUnjudged(before);
  if (hasFailed(before)) return { ...(await withInputs(ready, { report: before })), fields: null };
  if (!isOnHost) beginFollowing(bench);
  const timed = bench.timing ? await time(bench, subject, { ready, how }) : { report: before, fields: null };
  const own = await withInputs(ready, { report: worstOf(before, timed.report) });
  if (hasFailed(own.report)) return { ...own, fields: timed.fields };
  if (isOnHost) beginFollowing(bench);
  const others = await checkOnOthers(bench, subject, { ready, how });
  return { report: worstOf(own.report, others.report), fields: timed.fields };
}

function worstOf(...reports: readonly Report[]): Report {
  return joinReports(reports, (all) => all.reduce(worse));
}

interface Concluded {
  readonly report: Finding;
  readonly fields: Partial<Result> | null;
  readonly oracle: string;
}

function conclude<Case extends CaseParams>(
  { seed }: Pick<Workbench<Case>, 'seed'>,
  { base }: CachedSubject<Case>,
  { report, fields, oracle }: Concluded,
): Result {
  refuseUnjudged(report);
  const check = describeCheck(report, { oracle, seeds: [seed, seed + 1], post: fields !== null });
  const facts = { ...base, ...(check ? { check } : {}) };
  if (report.passed) return { ...facts, ...fields, status: 'passed' };
  return { ...facts, status: 'failed', reason: { code: 'wrong-result', message: report.message } };
}

async function checkOnOthers<Case extends CaseParams>(
  { hosts, seed, onProgress }: Workbench<Case>,
  { params }: SelfRunSubject<Case>,
  { ready, how }: Tried<Case>,
): Promise<Compared> {
  onProgress('proof', 0);
  return runOnOthers(ready, await hosts.get({ params, seed: seed + 1 }), how);
}

interface Tried<Case extends CaseParams> {
  readonly ready: Ready<Case>;
  readonly how: How | undefined;
}

async function specFor<Case extends CaseParams>(
  { family, hosts, device }: Workbench<Case>,
  { variant, params, demand, caches }: CachedSubject<Case>,
  seed: number,
): Promise<SelfRunSpec<Case>> {
  // Beside what the variant does to get ready and to run; those that it is tried on behind its times come second.
  hosts.begin({ params, seed }, true);
  hosts.begin({ params, seed: seed + 1 }, true);
  await leaveFor(device, () => hosts.get({ params, seed }));
  const data = await hosts.get({ params, seed });
  data.judge.prepare();
  return { family, params, variant, demand, data, caches };
}

async function time<Case extends CaseParams>(
  bench: Workbench<Case>,
  { variant, params, base, caches }: CachedSubject<Case>,
  { ready, how }: Tried<Case>,
): Promise<Compared & { readonly fields: Partial<Result> }> {
  const { gpu, effort, onProgress } = bench;
  const limits = selfRunLimits(effort, gpu.facts.software);
  const request = { cache: caches?.state ?? hostCache(base), clock: variant.clock, limits, onProgress };
  const take = () => measureSelfRun(ready.prepared, request);
  const isOnHost = variant.clock === 'host';
  // Threads that judge, or make inputs for cases to come, would be in its times as well.
  const settled = () => Promise.all([bench.compiler.stop(), ...(isOnHost ? [bench.hosts.settled()] : [])]);
  await aside(bench.device, settled, 'alone');
  const measurement = await alone(bench.device, async () => {
    if (!isOnHost) return atFullClock(bench, take);
    const taken = await take();
    // Right behind the last sample: what nobody has awaited would be done by the time that somebody else has had the device.
    await refuseUnawaited(gpu, ready.prepared, taken.timing.medianNs);
    return { ...taken, throttled: false };
  });
  onProgress('check', 0);
  // What the timed runs left may be the check's: one more of them has to do it again.
  const { report } = await runAndCompare(ready, isOnHost ? undefined : how);
  const look = () => lookFurther(ready.prepared, { limits, caches });
  const further = !hasFailed(report) ? await alone(bench.device, look) : {};
  const metrics = relate(bench, { variant, params, base }, measurement.timing);
  if (variant.clock === 'peer') refuseImpossible(metrics, measurement.timing);
  return { report, fields: fieldsOf(base, { metrics, measurement, further }) };
}

// What is told beside the samples, by runs of their own.
async function lookFurther(
  { call, timeline }: Prepared,
  { limits, caches }: { readonly limits: EffortLimits; readonly caches: HeldCaches | undefined },
): Promise<Further> {
  const wallNs = call && (await medianWallNs(call, limits, caches?.evict));
  const told = await timeline?.();
  return { ...(wallNs === undefined ? {} : { wallNs }), ...(told ? { timeline: told } : {}) };
}

type Further = Pick<Result, 'wallNs' | 'timeline'>;

// The roofs of the one device bound nothing on the CPU, nor where each rank has a device of its own.
function relate<Case extends CaseParams>(
  { family, machine }: Workbench<Case>,
  { variant, params, base }: Omit<SelfRunSubject<Case>, 'demand'>,
  timing: Timing,
): Metrics {
  const { roofs, peaks, llc } = machine;
  const arithmetic = family.arithmetic?.(base.variant, params) ?? base.dtype.acc;
  const inCache = timing.cache === 'hot' && base.work.minBytes < (llc?.bytes ?? 0);
  const work = { ...base.work, rankBytes: family.rankBytes?.(params) };
  const metrics = deriveMetrics(work, timing, { roofs, peaks, arithmetic, inCache });
  return variant.kind === 'cpu' || variant.simulated === false ? ratesOf(metrics) : metrics;
}

// The host's last-level cache is not in the profile: an upper bound on what a processor has.
function hostCache({ work }: Base): 'hot' | 'streaming' {
  return work.minBytes >= 3 * lastLevelCache('', true).bytes ? 'streaming' : 'hot';
}

interface Measured {
  readonly metrics: Metrics;
  readonly measurement: Timed;
  readonly further: Further;
}

function fieldsOf(base: Base, { metrics, measurement, further }: Measured): Partial<Result> {
  const { timing, samplesNs, timerUnreliable, throttled } = measurement;
  const comparableReasons: readonly ComparableReason[] = [
    ...base.comparableReasons,
    ...(timerUnreliable ? ['timer-unreliable' as const] : []),
    ...(throttled ? ['throttled' as const] : []),
  ];
  return {
    timing,
    ...further,
    metrics,
    samplesNs: samplesNs.map(Math.round),
    comparable: comparableReasons.length === 0,
    comparableReasons,
  };
}

function ratesOf({ gbps, gflops, algbw }: Metrics): Metrics {
  return Object.fromEntries(
    Object.entries({ gbps, gflops, algbw }).filter(([, value]) => value !== undefined),
  );
}
