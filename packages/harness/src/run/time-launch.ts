// A right kernel's numbers: timed at full clock, checked once more, and related to the machine's ceilings.
import { GpuFault } from '@kernel-ladder/gpu';
import type { Gpu } from '@kernel-ladder/gpu';
import type { Check, ComparableReason, Machine, Metrics, Result, Timing } from '@kernel-ladder/schema';
import { judge } from '../check/check.ts';
import type { Checked, CheckSpec } from '../check/check.ts';
import { limitsOf } from '../measure/effort.ts';
import type { EffortLimits } from '../measure/effort.ts';
import type { Workbench } from './workbench.ts';
import type { CaseParams } from '../contract/family.ts';
import { measureHost } from '../measure/host.ts';
import type { Launch } from '../launch/launch.ts';
import { alsoOnOthers, worse } from '../contract/oracle.ts';
import type { Finding } from '../contract/oracle.ts';
import { createDisturber, proveWork } from './prove-work.ts';
import type { Disturber, Proof, ProofRequest, Untimed } from './prove-work.ts';
import { measure } from '../measure/measure.ts';
import type { Measurement } from '../measure/measure.ts';
import { deriveMetrics } from '../measure/rates.ts';

/** A result in the making. */
export type Base = Omit<Result, 'status'>;

/** A launch that has passed its check, with what is known of its id. */
export interface TimeRequest<Case extends CaseParams> {
  readonly spec: CheckSpec<Case>;
  readonly launch: Launch;
  readonly base: Base;
  readonly checked: Checked;
  readonly untimed: Untimed;
}

/** Samples, and whether the clock was lower than it can be. */
export type Timed = Measurement & { readonly throttled: boolean };

/** What timing a launch has found; of a launch that is right, with what proves it. */
export interface TimedLaunch {
  readonly report: Finding;
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
  return timeAndProve(bench, request, disturber).finally(disturber.overwriter.free);
}

async function timeAndProve<Case extends CaseParams>(
  bench: Workbench<Case>,
  request: TimeRequest<Case>,
  disturber: Disturber,
): Promise<TimedLaunch> {
  const { gpu, machine, headlineOnly, onProgress } = bench;
  const { launch, base } = request;
  // The check has left a right answer behind: a launch that writes nothing from its second time on must not pass on it.
  await disturber.disturb();
  const { headline, other } = await takeBoth(bench, launch, disturber);
  onProgress('check', 0);
  const { medianNs, method, cache } = headline.timing;
  const isAlone = method === 'single' && cache !== 'hot' && !gpu.facts.software;
  const concluded = await conclude(bench, request, { disturber, medianNs, isAlone });
  const metrics = relate(bench, request, headline.timing);
  refuseImpossible(metrics, headline.timing);
  onProgress('host', 0);
  const host = headlineOnly ? null : await measureHost(gpu, launch, hostRepeats(gpu, headline.timing));
  return {
    ...concluded,
    fields: {
      timing: headline.timing,
      ...(other ? { secondary: [other.timing] } : {}),
      metrics,
      ...(host ? { host } : {}),
      samplesNs: headline.samplesNs.map(Math.round),
      ...comparability(base, machine, headline),
    },
  };
}

// What the last timed launch left, then what launches leave that were not timed.
async function conclude<Case extends CaseParams>(
  bench: Workbench<Case>,
  { spec, launch, base, checked, untimed }: TimeRequest<Case>,
  about: Pick<ProofRequest<Case>, 'disturber' | 'medianNs' | 'isAlone'>,
): Promise<Omit<TimedLaunch, 'fields'>> {
  const last = await judge(bench.gpu, { spec, launch }, spec.data);
  const report = worse(checked.report, last.report);
  if (!report.passed) return { report };
  bench.onProgress('proof', 0);
  const known = bench.known.get(base.id);
  const proved = await proveWork(bench, { spec, launch, untimed, known, ...about });
  return {
    report: alsoOnOthers(report, proved.report),
    proof: { carryOver: proved.carryOver },
    known: proved.known,
  };
}

// About 60 ms of launches, of a longer one a single one; one in software, where the device works on the host's own cores.
function hostRepeats({ facts }: Gpu, { medianNs }: Timing): number {
  if (facts.software) return 1;
  return Math.max(1, Math.min(20, Math.floor(60e6 / medianNs)));
}

// The family's cache state, and a quick look at the other one where that means anything.
async function takeBoth<Case extends CaseParams>(
  bench: Workbench<Case>,
  launch: Launch,
  { perhapsDisturb: between }: Disturber,
) {
  const { gpu, family, machine, effort, onProgress } = bench;
  const llcBytes = machine.llc?.bytes ?? 0;
  const take = (cache: 'cold' | 'hot', limits: EffortLimits) =>
    atFullClock(bench, () =>
      measure(gpu, launch, { cache, limits, timer: machine.timer, llcBytes, between, onProgress }),
    );
  // A software adapter's caches are the CPU's: emptying them takes longer than anything that is timed there.
  const cache = gpu.facts.software ? 'hot' : family.headline.cache;
  const headline = await take(cache, limitsOf(effort, gpu.facts.software));
  const wantsOther = wantsOtherCache(bench) && headline.timing.cache !== 'streaming';
  const other = wantsOther ? await take(cache === 'hot' ? 'cold' : 'hot', limitsOf('quick', false)) : null;
  // Inputs too small to be rotated out of the cache are hot either way.
  return { headline, other: other?.timing.cache === headline.timing.cache ? null : other };
}

function wantsOtherCache<Case extends CaseParams>({ gpu, effort, headlineOnly }: Workbench<Case>): boolean {
  return !headlineOnly && effort !== 'quick' && !gpu.facts.software;
}

/** Within five per cent of full clock before and after, or taken again; what stays below is marked. */
export async function atFullClock<Case extends CaseParams>(
  { clock, onProgress }: Pick<Workbench<Case>, 'clock' | 'onProgress'>,
  take: () => Promise<Measurement>,
): Promise<Timed> {
  if (!clock) return { ...(await take()), throttled: false };
  for (let attempt = 1; ; attempt++) {
    onProgress('clock', 0);
    await clock.spinUp();
    const measurement = await take();
    onProgress('clock', 1);
    const throttled = (await clock.index()) < 0.95;
    if (!throttled || attempt === 3) return { ...measurement, throttled };
  }
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
  return deriveMetrics(work, timing, { roofs, peaks, arithmetic, inCache });
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
