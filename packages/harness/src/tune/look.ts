// One look at a candidate: compiled, checked by the oracle, and only then timed.
import type { Observation, Step } from '@kernel-ladder/autotune';
import { createPipeline, GpuFault } from '@kernel-ladder/gpu';
import type { Gpu } from '@kernel-ladder/gpu';
import type { Machine, VariantKind } from '@kernel-ladder/schema';
import { verifyUnknown } from '../check/check.ts';
import type { CheckSpec, Launched } from '../check/judge-outputs.ts';
import type { CaseParams, Family, Plan } from '../contract/family.ts';
import type { CasePair } from '../launch/case-pair.ts';
import { createLaunch } from '../launch/launch.ts';
import type { Launch } from '../launch/launch.ts';
import type { Clock } from '../measure/clock.ts';
import type { EffortLimits } from '../measure/effort.ts';
import { measure } from '../measure/measure.ts';
import { isClearlyLong } from '../measure/sampler.ts';
import { shaderText } from '../wgsl/wgsl.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';
import type { TuneSubject } from './subjects.ts';

/** What all looks of a subject share. */
export interface TuneBench<Case extends CaseParams> {
  readonly gpu: Gpu;
  readonly family: Family<Case, VariantKind>;
  readonly load: WgslLoader;
  readonly machine: Pick<Machine, 'timer' | 'llc'>;
  readonly clock: Clock | null;
  readonly subject: TuneSubject<Case>;
  readonly pair: CasePair<Case>;
}

/** A candidate under its name. */
export interface NamedChoice {
  readonly name: string;
  readonly candidate: Parameters<TuneSubject<CaseParams>['tuning']['plan']>[2];
}

type Look = Omit<Extract<Step, { readonly type: 'look' }>, 'type' | 'after'>;

/** Looks at a candidate. What a kernel does wrong is an observation; throws only where the device is lost. */
export async function lookAt<Case extends CaseParams>(
  bench: TuneBench<Case>,
  { candidate }: NamedChoice,
  look: Look,
): Promise<Observation> {
  const start = performance.now();
  const { name, round } = look;
  const spent = () => round1(performance.now() - start);
  try {
    const spec = specOf(bench, candidate);
    const launch = await createLaunch(bench.gpu, spec);
    try {
      const seen = await checkThenTime(bench, { spec, launch }, look);
      return { name, round, ...seen, compileMs: round1(launch.compileMs), spentMs: spent() };
    } finally {
      launch.free();
    }
  } catch (error) {
    if (error instanceof GpuFault && error.code === 'device-lost') throw error;
    const message = error instanceof Error ? error.message : String(error);
    return { name, round, outcome: 'failed', message, compileMs: 0, spentMs: spent() };
  }
}

async function checkThenTime<Case extends CaseParams>(
  bench: TuneBench<Case>,
  launched: Launched<Case>,
  look: Look,
): Promise<Pick<Observation, 'outcome' | 'ns' | 'samples' | 'message'>> {
  await bench.clock?.spinUp();
  const { report, launchNs } = await verifyUnknown(bench.gpu, launched);
  const { passed, message, observed } = await report;
  const seen = launchNs === null ? {} : { ns: launchNs };
  if (!passed) return { outcome: 'wrong', ...seen, message };
  // A time would be the time of anything.
  if (observed !== undefined)
    return { outcome: 'wrong', message: 'no answer to such inputs is right or wrong' };
  if (isHopeless(launchNs, look, bench.machine)) return { outcome: 'timed', ...seen, samples: 1 };
  const timed = await timeOf(bench, launched.launch, { samples: look.samples, seenNs: launchNs });
  return { outcome: 'timed', ...timed };
}

// The launch of the check counts as the first sample where it is long enough to be timed alone.
function isHopeless(
  launchNs: number | null,
  { hopelessNs, samples }: Look,
  { timer }: Pick<Machine, 'timer'>,
): boolean {
  return launchNs !== null && samples > 1 && launchNs > hopelessNs && isClearlyLong(launchNs, timer);
}

/** A candidate's plan on the subject's case, and its inputs. Throws with the reason of a skip. */
export function specOf<Case extends CaseParams>(
  { gpu, family, load, subject, pair }: TuneBench<Case>,
  candidate: NamedChoice['candidate'],
): CheckSpec<Case> {
  const { tuning, params } = subject;
  const plan = tuning.plan(params, gpu.facts, candidate);
  if ('skip' in plan) throw new Error(plan.skip.message);
  return { family, params, plan, data: pair.given, load };
}

/** How many samples, and what one launch was seen to take. */
export interface Wanted {
  readonly samples: number;
  readonly seenNs: number | null;
}

/** A device, and the cache state that a family is timed in. */
export interface TimingBench {
  readonly gpu: Gpu;
  readonly family: { readonly headline: { readonly cache: 'cold' | 'hot' } };
  readonly machine: Pick<Machine, 'timer' | 'llc'>;
}

/** Median of so many samples in the family's own cache state, in ns. */
export async function timeOf(
  { gpu, family, machine }: TimingBench,
  launch: Launch,
  { samples, seenNs }: Wanted,
): Promise<{ readonly ns: number; readonly samples: number }> {
  const { software } = gpu.facts;
  const { timer, llc } = machine;
  const { timing } = await measure(gpu, launch, {
    // In software a time is compared with nothing but its neighbours': alone and warm is soonest done.
    cache: software ? 'hot' : family.headline.cache,
    timer: software ? { ...timer, passOverheadNs: 0 } : timer,
    llcBytes: llc?.bytes ?? 0,
    seenNs,
    limits: limitsOf(samples, software),
    isSpunUp: true,
  });
  return { ns: timing.medianNs, samples: timing.n };
}

// Just so many samples: the clock is up, and the check has launched it.
function limitsOf(samples: number, isSoftware: boolean): EffortLimits {
  return {
    minSamples: samples,
    ampleSamples: samples,
    ampleGpuMs: 0,
    maxSamples: samples,
    minGpuMs: 0,
    maxGpuMs: 10_000,
    maxWallMs: isSoftware ? 200 : 20_000,
    chunkMs: 50,
    warmupMs: 0,
    maxWarmupMs: 0,
    relativeHalfWidth: 0,
  };
}

/** How many candidates are compiled at once, before the clock is brought up for them: compilers leave it to fall. */
export const compiledTogether = 8;

/** Compiles candidates beside each other. What goes wrong shows when they are looked at. */
export async function compileTogether<Case extends CaseParams>(
  bench: TuneBench<Case>,
  candidates: readonly NamedChoice['candidate'][],
): Promise<void> {
  const { gpu, load } = bench;
  const passes = candidates.flatMap((candidate) => planOrNone(bench, candidate)?.passes ?? []);
  await Promise.all(
    passes.map(async ({ wgsl }) => {
      try {
        await createPipeline(gpu, wgsl.file, shaderText(wgsl, load));
      } catch {
        // Its look says why.
      }
    }),
  );
}

function planOrNone<Case extends CaseParams>(
  bench: TuneBench<Case>,
  candidate: NamedChoice['candidate'],
): Plan | null {
  try {
    return specOf(bench, candidate).plan;
  } catch {
    // Its look says why.
    return null;
  }
}

function round1(ms: number): number {
  return Number(ms.toFixed(1));
}
