// Times perturbations of a kernel in turns beside it: what is taken from it, and what that saves.
import { createPipeline, GpuFault } from '@kernel-ladder/gpu';
import { median } from '@kernel-ladder/stats';
import type { PerturbationKind, Perturbations } from '@kernel-ladder/schema';
import type { CaseParams, Plan } from '../contract/family.ts';
import { createLaunch, describeDispatch } from '../launch/launch.ts';
import type { Launch, LaunchSpec } from '../launch/launch.ts';
import { multiprocessorsOf } from '../machine/devices.ts';
import type { Clock } from '../measure/clock.ts';
import { timeOf } from '../tune/look.ts';
import type { TimingBench } from '../tune/look.ts';
import { speedOf } from '../tune/turns.ts';
import { shaderText } from '../wgsl/wgsl.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';
import { textKinds } from './kinds.ts';
import { perturbPlan } from './perturb-plan.ts';

/** What launches are timed with. */
/** What times, and at full clock. */
export interface Bench extends TimingBench {
  readonly clock: Clock | null;
  readonly load: WgslLoader;
}

/** A right launch that has been timed, and what it was made of. */
export interface Timed<Case extends CaseParams> {
  readonly spec: LaunchSpec<Case>;
  readonly launch: Launch;
  readonly medianNs: number;
}

/** All perturbations, in the order in which they are told. */
export const perturbationKinds: readonly PerturbationKind[] = [...textKinds, 'half-occupancy'];

const effort = { hardware: { turns: 6, samples: 5 }, software: { turns: 3, samples: 1 } };

// Below that share of full clock a turn is taken again.
const fullClock = 0.95;
const mostAgain = 3;

/** Perturbs a launch and times what comes of it. Nothing of that is checked, for nothing of it is right. */
export async function measurePerturbations<Case extends CaseParams>(
  bench: Bench,
  timed: Timed<Case>,
): Promise<Perturbations> {
  const rivals: Rival[] = [];
  try {
    const refused = await open(bench, timed, rivals);
    const { turns, samples } = effort[bench.gpu.facts.software ? 'software' : 'hardware'];
    const launches = [timed.launch, ...rivals.map(({ launch }) => launch)];
    const time = async (launch: Launch) => (await timeOf(bench, launch, { samples, seenNs: null })).ns;
    const taken: (readonly number[])[] = [];
    for (let again = 0; taken.length < turns;) {
      await bench.clock?.spinUp();
      const times = await inOrder(launches, taken.length, time);
      const index = (await bench.clock?.index()) ?? 1;
      if (index < fullClock && again < mostAgain) again++;
      else taken.push(times);
    }
    return summary(bench, { rivals, refused, taken });
  } finally {
    for (const { launch } of rivals) launch.free();
  }
}

/** A perturbed kernel, ready to run. */
interface Rival {
  readonly kind: PerturbationKind;
  readonly launch: Launch;
}

// Every turn begins with another one.
async function inOrder(
  launches: readonly Launch[],
  turn: number,
  time: (launch: Launch) => Promise<number>,
): Promise<readonly number[]> {
  const times = Array<number>(launches.length).fill(0);
  for (let step = 0; step < launches.length; step++) {
    const at = (step + turn) % launches.length;
    const launch = launches[at];
    if (launch) times[at] = await time(launch);
  }
  return times;
}

function summary(
  { gpu, family }: Bench,
  {
    rivals,
    refused,
    taken,
  }: {
    readonly rivals: readonly Rival[];
    readonly refused: Perturbations['refused'];
    readonly taken: readonly (readonly number[])[];
  },
): Perturbations {
  const column = (at: number) => taken.map((times) => times[at] ?? 0);
  const own = column(0);
  return {
    cache: gpu.facts.software ? 'hot' : family.headline.cache,
    turns: taken.length,
    ownNs: median(own),
    timed: rivals.map(({ kind }, at) => {
      const times = column(at + 1);
      const { ratio, low, high } = speedOf(times.map((ns, turn) => ns / (own[turn] ?? ns)));
      return { kind, ns: median(times), ratio, low, high };
    }),
    refused,
  };
}

// Compiled beside each other, then made ready one by one; those that cannot be are told with the reason.
async function open<Case extends CaseParams>(
  bench: Bench,
  timed: Timed<Case>,
  rivals: Rival[],
): Promise<Perturbations['refused']> {
  const { gpu, load } = bench;
  const { spec } = timed;
  const plans = perturbationKinds.map((kind) => ({
    kind,
    made: perturbPlan(spec.plan, kind, { load, facts: gpu.facts }),
  }));
  const texts = plans.flatMap(({ made }) => ('plan' in made ? made.plan.passes.map(({ wgsl }) => wgsl) : []));
  await Promise.all(
    texts.map((wgsl) => createPipeline(gpu, wgsl.file, shaderText(wgsl, load)).catch(() => null)),
  );
  const refused: { kind: PerturbationKind; why: string }[] = [];
  for (const { kind, made } of plans) {
    const why = 'refused' in made ? made.refused : clearingShare(bench, timed, made.plan);
    if (why !== null || 'refused' in made) refused.push({ kind, why: why ?? '' });
    else await prepare(bench, { spec, kind, plan: made.plan }, { rivals, refused });
  }
  return refused;
}

async function prepare<Case extends CaseParams>(
  bench: Bench,
  {
    spec,
    kind,
    plan,
  }: { readonly spec: LaunchSpec<Case>; readonly kind: PerturbationKind; readonly plan: Plan },
  {
    rivals,
    refused,
  }: { readonly rivals: Rival[]; readonly refused: { kind: PerturbationKind; why: string }[] },
): Promise<void> {
  let launch: Launch | null = null;
  try {
    launch = await createLaunch(bench.gpu, { ...spec, plan });
    // Drivers finish a pipeline in its first launch, and the inputs may need copies of their own.
    await timeOf(bench, launch, { samples: 1, seenNs: null });
    rivals.push({ kind, launch });
  } catch (error) {
    launch?.free();
    if (!(error instanceof GpuFault) || error.code === 'device-lost') throw error;
    refused.push({ kind, why: `it cannot be timed so: ${error.message}` });
  }
}

// Workgroup memory is cleared for each workgroup, at one line of 128 bytes a clock of about 1.7 GHz: that must not be what is measured.
const clearedBytesPerNs = 128 * 1.7;
const mostClearing = 0.05;

function clearingShare<Case extends CaseParams>(
  { gpu, load }: Bench,
  { spec, launch, medianNs }: Timed<Case>,
  plan: Plan,
): string | null {
  const { sharedBytes, workgroups } = describeDispatch(
    plan,
    plan.passes.map(({ wgsl }) => shaderText(wgsl, load)),
  );
  const added = sharedBytes - launch.dispatch.sharedBytes;
  if (added <= 0 || spec.plan.passes.length === 0) return null;
  const share = (added * workgroups) / (clearedBytesPerNs * multiprocessorsOf(gpu.facts)) / medianNs;
  if (share <= mostClearing) return null;
  return `clearing the memory that it is given would take ${Math.round(100 * share)} % of its time`;
}
