// A right kernel's numbers: timed at full clock, checked once more, and related to the machine's ceilings.
import { GpuFault } from '@kernel-ladder/gpu';
import type { DeviceFacts } from '@kernel-ladder/gpu';
import type { Check, ComparableReason, Machine, Metrics, Result, Timing } from '@kernel-ladder/schema';
import { beginJudging } from '../check/judge-outputs.ts';
import { hasFailed, joinReports } from '../check/report.ts';
import type { Report } from '../check/report.ts';
import type { How } from '../contract/judges.ts';
import type { Sampled } from '../check/compare-times.ts';
import type { Checked } from '../check/check.ts';
import type { CheckSpec } from '../check/judge-outputs.ts';
import { limitsOf } from '../measure/effort.ts';
import type { EffortLimits } from '../measure/effort.ts';
import type { Workbench } from './workbench.ts';
import type { CaseParams } from '../contract/family.ts';
import { measureHost, withSubmissions } from '../measure/host.ts';
import type { Launch } from '../launch/launch.ts';
import { alsoOnOthers, flawless, worse } from '../contract/oracle.ts';
import { alone } from '../contract/shared-device.ts';
import { atFullClock } from './full-clock.ts';
import type { Timed } from './full-clock.ts';
import { createDisturber, proveWork } from './prove-work.ts';
import type { Disturber, Proof, ProofRequest, Untimed } from './prove-work.ts';
import { measure } from '../measure/measure.ts';
import type { Measurement } from '../measure/collect.ts';
import { compileMetrics, deriveMetrics } from '../measure/rates.ts';

/** A result in the making. */
export type Base = Omit<Result, 'status'>;

/** A launch that has passed its check, with what is known of its id. */
export interface TimeRequest<Case extends CaseParams> {
  readonly spec: CheckSpec<Case>;
  readonly launch: Launch;
  readonly base: Base;
  readonly checked: Checked;
  readonly untimed: Untimed;
  /** Whether the device goes on while outputs are compared. */
  readonly how: How | undefined;
}

/** What timing a launch has found; of a launch that is right, with what proves it. */
export interface TimedLaunch {
  readonly report: Report;
  readonly proof?: Pick<Check, 'carryOver'>;
  readonly known?: Proof['known'];
  readonly fields: Partial<Result>;
}

/** Times a launch and checks its last output; throws below-resolution on a time that the datasheet rules out. */
export async function timeLaunch<Case extends CaseParams>(
  bench: Workbench<Case>,
  request: TimeRequest<Case>,
): Promise<TimedLaunch> {
  const disturber = await createDisturber(bench.gpu, request);
  return alone(bench.device, () => timeAndProve(bench, request, disturber)).finally(
    disturber.overwriter.free,
  );
}

async function timeAndProve<Case extends CaseParams>(
  bench: Workbench<Case>,
  request: TimeRequest<Case>,
  disturber: Disturber,
): Promise<TimedLaunch> {
  const { machine, onProgress } = bench;
  const { base } = request;
  // The check has left a right answer behind: a launch that writes nothing from its second time on must not pass on it.
  await disturber.disturb();
  const { headline, other, sampled } = await takeBoth(bench, request, disturber);
  onProgress('check', 0);
  const { host, ...concluded } = await conclude(bench, request, { disturber, sampled });
  const metrics = relate(bench, request, headline.timing);
  refuseImpossible(metrics, headline.timing);
  const perturbations = await perturbed(bench, request, headline.timing);
  return {
    ...concluded,
    fields: {
      timing: headline.timing,
      ...(perturbations ? { perturbations } : {}),
      ...(other ? { secondary: [other.timing] } : {}),
      metrics,
      ...(host ? { host } : {}),
      samplesNs: headline.samplesNs.map(Math.round),
      ...comparability(base, machine, headline),
    },
  };
}

async function perturbed<Case extends CaseParams>(
  bench: Workbench<Case>,
  { spec, launch }: TimeRequest<Case>,
  { medianNs }: Timing,
) {
  return bench.takeApart?.(bench, { spec, launch, medianNs }) ?? null;
}

// What the last timed launch left, then what launches leave that were not timed.
async function conclude<Case extends CaseParams>(
  bench: Workbench<Case>,
  { spec, launch, base, checked, untimed, how }: TimeRequest<Case>,
  about: Pick<ProofRequest<Case>, 'disturber' | 'sampled'>,
): Promise<Omit<TimedLaunch, 'fields'> & Pick<Result, 'host'>> {
  const last = await beginJudging(bench.gpu, { spec, launch }, { data: spec.data, how });
  const report = joinReports([checked.report, last.report], (found) => found.reduce(worse));
  if (hasFailed(report)) return { report };
  bench.onProgress('host', 0);
  // What the timed launches left equals what has been judged: threads begin with the outputs of the proof.
  const cost = bench.headlineOnly ? null : await measureHost(bench.gpu, launch, about.sampled.medianNs);
  bench.onProgress('proof', 0);
  const known = bench.known.get(base.id);
  const onTimed = async () => {
    await bench.onTimed?.();
    // A compiler, or others on the device, would be in the time that the launches of the proof take to submit, where that is all that is known of it. What
    // is left of a kernel that is taken apart is timed behind its proof.
    if (cost?.submitUs === null || bench.takeApart) return;
    bench.compiler.begin(bench.following.ids);
    await bench.device.use('shared');
  };
  const proved = await proveWork({ ...bench, onTimed }, { spec, launch, untimed, known, how, ...about });
  return {
    report: joinReports([report, proved.report], ([own = flawless, others = flawless]) =>
      alsoOnOthers(own, others),
    ),
    proof: { carryOver: proved.carryOver },
    known: proved.known,
    ...(cost && !hasFailed(proved.report) ? { host: withSubmissions(cost, proved.submitsMs) } : {}),
  };
}

// The family's cache state, and a quick look at the other one where that means anything.
async function takeBoth<Case extends CaseParams>(
  bench: Workbench<Case>,
  { launch, checked }: Pick<TimeRequest<Case>, 'launch' | 'checked'>,
  { perhapsDisturb: between, spent }: Disturber,
) {
  const { gpu, family, machine, effort, clock, onProgress } = bench;
  const llcBytes = machine.llc?.bytes ?? 0;
  // Beside others it took a multiple of its time.
  const seenNs = bench.device.isShared ? null : checked.launchNs;
  const usual = { timer: machine.timer, llcBytes, isSpunUp: clock !== null, seenNs, between, onProgress };
  const take = (cache: 'cold' | 'hot', limits: EffortLimits) =>
    atFullClock(bench, () => measure(gpu, launch, { ...usual, cache, limits }));
  // A software adapter's caches are the CPU's: emptying them takes longer than anything that is timed there.
  const cache = gpu.facts.software ? 'hot' : family.headline.cache;
  const headline = await take(cache, limitsOf(effort, gpu.facts.software));
  const sampled = sampledOf(gpu.facts, { launch, ...headline }, spent().poisonings);
  const wantsOther = wantsOtherCache(bench) && headline.timing.cache !== 'streaming';
  const other = wantsOther ? await take(cache === 'hot' ? 'cold' : 'hot', limitsOf('quick', false)) : null;
  // Inputs too small to be rotated out of the cache are hot either way.
  return { headline, sampled, other: other?.timing.cache === headline.timing.cache ? null : other };
}

/**
 * Whether samples stand for launches that follow others in the proof, which empties the caches first. A launch of few workgroups fills them
 * again at a part of the device's bandwidth: one that was timed hot may take half as long again, however long it is.
 */
export function sampledOf(
  { software }: Pick<DeviceFacts, 'software'>,
  {
    launch,
    timing: { method, cache, medianNs },
    samplesNs,
  }: Pick<Measurement, 'samplesNs'> & {
    readonly launch: Pick<Launch, 'submissions'>;
    readonly timing: Pick<Timing, 'method' | 'cache' | 'medianNs'>;
  },
  poisonings: number,
): Sampled {
  // In software the caches are emptied for neither.
  const holdsSame = software || cache !== 'hot';
  // What the host takes between submissions is no time of the launches that are compared.
  const isSingle = method === 'single' && launch.submissions === undefined;
  return {
    medianNs,
    leastNs: Math.min(...samplesNs),
    areAlike: isSingle && holdsSame,
    // Each time that the buffers were overwritten, one launch was not on what another had left.
    doFollow: samplesNs.length > poisonings,
  };
}

function wantsOtherCache<Case extends CaseParams>({ gpu, effort, headlineOnly }: Workbench<Case>): boolean {
  return !headlineOnly && effort !== 'quick' && !gpu.facts.software;
}

function relate<Case extends CaseParams>(
  { family, machine }: Workbench<Case>,
  { spec, launch, base }: TimeRequest<Case>,
  timing: Timing,
): Metrics {
  const { roofs, peaks, llc } = machine;
  const arithmetic = family.arithmetic?.(base.variant, spec.params) ?? base.dtype.acc;
  const inCache = timing.cache === 'hot' && launch.footprintBytes < (llc?.bytes ?? 0);
  const work = { ...base.work, rankBytes: family.rankBytes?.(spec.params) };
  const rates = deriveMetrics(work, timing, { roofs, peaks, arithmetic, inCache });
  return { ...rates, ...compileMetrics(spec.plan, launch) };
}

/**
 * Throws below-resolution: a kernel faster than its ceiling allows is a broken clock or work left out, not a record. Where no
 * datasheet is known, the ceiling is what the device itself was seen to do.
 */
export function refuseImpossible({ pctOfPeak, pctOfRoof }: Metrics, timing: Timing): void {
  const [share, ceiling] =
    pctOfPeak === undefined ? [pctOfRoof, 'measured roof'] : [pctOfPeak, 'datasheet’s peak'];
  if (share === undefined || share <= 105) return;
  const message = `a median of ${timing.medianNs} ns is ${share} % of the ${ceiling}: a measurement error`;
  throw new GpuFault('below-resolution', message);
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
