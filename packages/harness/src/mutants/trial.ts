// Mutants on trial: a mutant is killed when the check rejects it on a case on which the sound rung passes.
import { GpuFault } from '@kernel-ladder/gpu';
import type { Gpu } from '@kernel-ladder/gpu';
import type { FamilyEvent, Killing } from '@kernel-ladder/schema';
import { checkOnce } from '../check/check.ts';
import type { CaseParams, Family, Plan, Variant } from '../contract/family.ts';
import { planFor } from '../contract/plan.ts';
import { createCaseData, inputsUnchanged } from '../launch/case-data.ts';
import type { CaseData } from '../launch/case-data.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';
import type { Spoil, TrialCase } from './cases.ts';
import { emulatedSet, isFoundByEmulator } from './emulated.ts';
import { capped, launchedBy } from './plan.ts';

/** What is tried on what. */
export interface Trial<Case extends CaseParams> {
  readonly family: Family<Case>;
  readonly load: WgslLoader;
  readonly mistakes: readonly Spoil<Case>[];
  readonly cases: readonly TrialCase<Case>[];
  /** The rung whose mistakes these are, where emulated devices have the last word; null where they have none. */
  readonly emulated: Variant<Case> | null;
  readonly seed: number;
  /** Places of mistakes that are not tried. */
  readonly killed: readonly number[];
  /** Place of the first case to try, and of those not to try. */
  readonly from: number;
  readonly leftOut: readonly number[];
  /** Cases that a mistake is killed by before it is left alone. */
  readonly kills: number;
  readonly emit: (event: FamilyEvent) => void;
}

/** Tries all mistakes case by case, so that inputs and reference of a case are made once; tells of every trial before it begins. */
export async function tryMutants<Case extends CaseParams>(gpu: Gpu, trial: Trial<Case>): Promise<void> {
  const kills = new Map(trial.killed.map((index) => [index, Infinity]));
  for (const [place, tried] of trial.cases.entries()) {
    if (place < trial.from || trial.leftOut.includes(place)) continue;
    const alive = [...trial.mistakes.keys()].filter((index) => (kills.get(index) ?? 0) < trial.kills);
    if (alive.length === 0) break;
    for (const index of await killedOn(gpu, trial, { place, tried, alive }))
      kills.set(index, (kills.get(index) ?? 0) + 1);
  }
  tryEmulated(gpu, trial, kills);
}

// What no case has killed, on its rung and on those that run the same kernel. A process that dies here has killed no mutant: the
// emulator was at work, not a device.
function tryEmulated<Case extends CaseParams>(
  gpu: Gpu,
  { family, load, mistakes, cases, leftOut, emulated, emit }: Trial<Case>,
  kills: ReadonlyMap<number, number>,
): void {
  const place = cases.length;
  if (emulated === null || leftOut.includes(place)) return;
  const left = new Map([...mistakes.entries()].filter(([index]) => !kills.has(index)));
  for (const variant of new Set([emulated, ...cases.map((tried) => tried.variant)])) {
    const own = cases.filter((tried) => tried.variant === variant);
    const placed = [...left].filter(([, spoil]) =>
      own.some((tried) => hasPlace(gpu, { load, tried, spoil })),
    );
    if (placed.length === 0) continue;
    const rung = { family, variant, load };
    emit({ type: 'trial', mutant: null, case: place });
    if (isFoundByEmulator(rung)) continue;
    for (const [index, spoil] of placed) {
      emit({ type: 'trial', mutant: null, case: place });
      if (!isFoundByEmulator(rung, spoil)) continue;
      const killing = { rung: variant.name, set: emulatedSet, case: '', how: 'emulator' } as const;
      emit({ type: 'killed', mutant: index, killing });
      left.delete(index);
    }
  }
}

interface Placing<Case extends CaseParams> {
  readonly load: WgslLoader;
  readonly tried: TrialCase<Case>;
  readonly spoil: Spoil<Case>;
}

function hasPlace<Case extends CaseParams>(gpu: Gpu, { load, tried, spoil }: Placing<Case>): boolean {
  const plan = planFor(tried.variant, tried.params, gpu.facts);
  return !('skip' in plan) && spoil(launchedBy(plan, load), tried) !== null;
}

interface Bout<Case extends CaseParams> {
  readonly place: number;
  readonly tried: TrialCase<Case>;
  readonly alive: readonly number[];
}

async function killedOn<Case extends CaseParams>(
  gpu: Gpu,
  trial: Trial<Case>,
  { place, tried, alive }: Bout<Case>,
): Promise<readonly number[]> {
  const { family, load, mistakes, emit } = trial;
  const { variant, set, name, params } = tried;
  const plan = planFor(variant, params, gpu.facts);
  if ('skip' in plan || plan.passes.length === 0) return [];
  const launched = launchedBy(plan, load);
  const spoilt = alive.flatMap((index) => {
    const made = mistakes[index]?.(launched, tried);
    return made ? [{ index, made }] : [];
  });
  if (spoilt.length === 0) return [];
  const most = mostTrips(family.work(params).minBytes);
  const killed: number[] = [];
  emit({ type: 'trial', mutant: null, case: place });
  const bench = await openBench(gpu, trial, params);
  try {
    if (!bench || (await bench.judge(capped(launched, most))) !== null) return [];
    for (const { index, made } of spoilt) {
      emit({ type: 'trial', mutant: index, case: place });
      const how = await bench.judge(capped(launchedBy(made, load), most));
      if (how === null) continue;
      emit({ type: 'killed', mutant: index, killing: { rung: variant.name, set, case: name, how } });
      killed.push(index);
    }
    return killed;
  } finally {
    bench?.free();
  }
}

// No sound loop makes more trips than there are elements, or waits longer than this for a neighbour.
function mostTrips(minBytes: number): number {
  return 2 ** 16 + 2 * minBytes;
}

interface Bench {
  /** How the check rejects a plan; null where it does not. */
  readonly judge: (plan: Plan) => Promise<Killing['how'] | null>;
  readonly free: () => void;
}

// Null where the device has no room for the case.
async function openBench<Case extends CaseParams>(
  gpu: Gpu,
  { family, load, seed }: Trial<Case>,
  params: Case,
): Promise<Bench | null> {
  const make = async () => {
    const data = await createCaseData(gpu, { family, params, seed });
    const other = createCaseData(gpu, { family, params, seed: seed + 1 });
    return { data, other: await other.catch((error: unknown) => fail(data, error)) };
  };
  let pair: Awaited<ReturnType<typeof make>>;
  try {
    pair = await make();
  } catch (error) {
    if (isBeyond(error)) return null;
    throw error;
  }
  const free = () => [pair.data, pair.other].forEach((data) => data.free());
  const judge: Bench['judge'] = async (plan) => {
    const { data, other } = pair;
    const how = await rejectionOf(() => checkOnce(gpu, { family, params, plan, data, load }, other));
    const isIntact =
      how === null || ((await inputsUnchanged(gpu, data)) && (await inputsUnchanged(gpu, other)));
    if (!isIntact) {
      free();
      pair = await make();
    }
    return how;
  };
  return { judge, free };
}

function fail(made: CaseData, error: unknown): never {
  made.free();
  throw error;
}

async function rejectionOf(check: () => ReturnType<typeof checkOnce>): Promise<Killing['how'] | null> {
  try {
    const report = await check();
    return report.passed ? null : (report.rejection ?? 'wrong-value');
  } catch (error) {
    if (error instanceof GpuFault && error.code === 'device-lost') throw error;
    // What does not compile for this case, or has no room, is not told from the sound kernel by the check.
    if (isBeyond(error) || (error instanceof GpuFault && error.code === 'invalid-wgsl')) return null;
    return 'crashed';
  }
}

function isBeyond(error: unknown): boolean {
  return error instanceof GpuFault && (error.code.startsWith('limit:') || error.code === 'out-of-memory');
}
