// One id of a variant that runs itself, from inputs to result: verify, time, verify the last timed run again.
import type { ComparableReason, Metrics, Result } from '@kernel-ladder/schema';
import { checkPrepared, comparePrepared, runAndCompare, spoil, withPrepared } from '../check/self-run.ts';
import type { Ready, SelfRunSpec } from '../check/self-run.ts';
import type { CaseParams, Demand, SelfRunVariant } from '../contract/family.ts';
import { worse } from '../contract/oracle.ts';
import type { Finding } from '../contract/oracle.ts';
import { lastLevelCache } from '../machine/devices.ts';
import { limitsOf } from '../measure/effort.ts';
import { deriveMetrics } from '../measure/rates.ts';
import { measureSelfRun } from '../measure/self-run.ts';
import type { Measurement } from '../measure/measure.ts';
import { describeCheck, refuseUnjudged, seedsFor } from './check-seeds.ts';
import type { Base } from './time-launch.ts';
import type { Workbench } from './workbench.ts';

/** A variant that runs itself, on a case that it takes. */
export interface SelfRunSubject<Case extends CaseParams> {
  readonly variant: SelfRunVariant<Case>;
  readonly params: Case;
  readonly demand: Demand;
  readonly base: Base;
}

/** Checks and times one id. */
export async function checkAndTimeSelfRun<Case extends CaseParams>(
  bench: Workbench<Case>,
  subject: SelfRunSubject<Case>,
): Promise<Result> {
  const { gpu, seed, onProgress } = bench;
  const { base } = subject;
  onProgress('inputs', 0);
  const seeds = seedsFor(base.work, seed);
  return withPrepared(gpu, await specFor(bench, subject, seed), async (ready) => {
    onProgress('check', 0);
    const checked = [await checkPrepared(ready)];
    for (const other of seeds.slice(1))
      checked.push(await withPrepared(gpu, await specFor(bench, subject, other), runAndCompare));
    const before = checked.reduce(worse);
    refuseUnjudged(before);
    const timed = before.passed && bench.timing ? await time(bench, subject, ready) : null;
    const report = timed ? worse(before, timed.report) : before;
    const oracle = await ready.spec.data.judge.name();
    const check = describeCheck(report, { oracle, seeds, post: timed !== null });
    const facts = { ...base, ...(check ? { check } : {}) };
    if (report.passed) return { ...facts, ...timed?.fields, status: 'passed' };
    bench.hosts.keep([]);
    return { ...facts, status: 'failed', reason: { code: 'wrong-result', message: report.message } };
  });
}

async function specFor<Case extends CaseParams>(
  { family, hosts }: Workbench<Case>,
  { variant, params, demand }: SelfRunSubject<Case>,
  seed: number,
): Promise<SelfRunSpec<Case>> {
  return { family, params, variant, demand, data: await hosts.of(params).get({ params, seed }) };
}

async function time<Case extends CaseParams>(
  { gpu, family, machine, effort, onProgress }: Workbench<Case>,
  { variant, params, base }: SelfRunSubject<Case>,
  ready: Ready<Case>,
): Promise<{ readonly report: Finding; readonly fields: Partial<Result> }> {
  // The check has left a right answer behind: a run that writes nothing from then on must not pass on it.
  await spoil(ready);
  const measurement = await measureSelfRun(ready.prepared, {
    cache: cacheOf(base),
    clock: variant.clock,
    limits: limitsOf(effort, gpu.facts.software),
    onProgress,
  });
  onProgress('check', 0);
  // What the last timed run left may be an earlier run's: another must do it again.
  const last = await comparePrepared(ready);
  const report = last.passed ? worse(last, await runAndCompare(ready)) : last;
  const arithmetic = family.arithmetic?.(base.variant, params) ?? base.dtype.acc;
  const work = { ...base.work, rankBytes: family.rankBytes?.(params) };
  const { roofs, peaks } = machine;
  const metrics = deriveMetrics(work, measurement.timing, { roofs, peaks, arithmetic, inCache: false });
  return { report, fields: fieldsOf(base, variant, { metrics, measurement }) };
}

// The host's last-level cache is not in the profile: an upper bound on what a processor has.
function cacheOf({ work }: Base): 'hot' | 'streaming' {
  return work.minBytes >= 3 * lastLevelCache('', true).bytes ? 'streaming' : 'hot';
}

function fieldsOf<Case extends CaseParams>(
  base: Base,
  variant: SelfRunVariant<Case>,
  { metrics, measurement }: { readonly metrics: Metrics; readonly measurement: Measurement },
): Partial<Result> {
  const { timing, samplesNs, timerUnreliable } = measurement;
  const comparableReasons: readonly ComparableReason[] = [
    ...base.comparableReasons,
    ...(timerUnreliable ? ['timer-unreliable' as const] : []),
  ];
  return {
    timing,
    metrics: variant.kind === 'cpu' ? ratesOf(metrics) : metrics,
    samplesNs: samplesNs.map(Math.round),
    comparable: comparableReasons.length === 0,
    comparableReasons,
  };
}

// The roofs of the device bound nothing on the CPU.
function ratesOf({ gbps, gflops, algbw }: Metrics): Metrics {
  return Object.fromEntries(
    Object.entries({ gbps, gflops, algbw }).filter(([, value]) => value !== undefined),
  );
}
