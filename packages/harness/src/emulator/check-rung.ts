// A rung on emulated devices: every launch without a hazard, its output right in whatever order workgroups run.
import type { DeviceFacts } from '@kernel-ladder/gpu';
import { formatCase } from '@kernel-ladder/schema/measuring';
import type { Kernel } from './compile/kernel.ts';
import { casesToEmulate } from './cases.ts';
import type { PlannedCase, Rung } from './cases.ts';
import { inTurn, shuffled, stalling } from './emulate.ts';
import type { Arm, Hazard, Order } from './emulate.ts';
import { emulatePlan } from './launch.ts';
import type { EmulatedLaunch, LaunchResult } from './launch.ts';
import type { CaseParams, Family, Variant } from '../contract/family.ts';
import { inputsOf } from '../contract/inputs.ts';
import { planFor } from '../contract/plan.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';

/** What emulation says of a rung. */
interface RungReport {
  /** The launches that ran, by device and case. */
  readonly ran: readonly string[];
  /** Hazards and wrong outputs, in words. */
  readonly faults: readonly string[];
  /** Launches in which an order of workgroups made others wait for one that stood still. */
  readonly needForwardProgress: readonly string[];
  /** Arms of its texts that no launch reached. */
  readonly unreached: readonly string[];
  /** Why nothing ran, by the codes of what the rung skips; null where something did. */
  readonly skipped: string | null;
}

/** Everything that the rungs of this suite ask for; its subgroups may be of more sizes than the one that they have. Subgroups of 32 come with the limits of large GPUs, all others with WebGPU's defaults. */
export function emulatedDevice(
  subgroupSize: number,
  [least, most]: readonly [least: number, most: number] = [subgroupSize, subgroupSize],
): DeviceFacts {
  const hasLargeLimits = subgroupSize === 32;
  return {
    name: `an emulated device with subgroups of ${subgroupSize}`,
    features: new Set([
      'chromium-experimental-subgroup-matrix',
      'shader-f16',
      'subgroups',
      'subgroup-size-control',
    ]),
    limits: {
      maxComputeInvocationsPerWorkgroup: hasLargeLimits ? 1024 : 256,
      maxComputeWorkgroupStorageSize: hasLargeLimits ? 49_152 : 16_384,
      maxStorageBufferBindingSize: 2 ** 31 - 4,
      maxComputeWorkgroupsPerDimension: 65_535,
    },
    subgroupMinSize: least,
    subgroupMaxSize: most,
    subgroupMatrixConfigs: [
      { componentType: 'f16', resultComponentType: 'f32', M: 16, N: 16, K: 16 },
      { componentType: 'f16', resultComponentType: 'f32', M: 16, N: 8, K: 16 },
      { componentType: 'f16', resultComponentType: 'f16', M: 16, N: 16, K: 16 },
      { componentType: 'i8', resultComponentType: 'i32', M: 16, N: 16, K: 32 },
    ],
    software: false,
  };
}

// The steps of a thread that a rung may take on a device. Where subgroups are of two sizes, a kernel is right with either.
const large = { subgroupSize: 32, sizes: [32, 32], budget: 200_000 } as const;
const devices = [
  large,
  { subgroupSize: 8, sizes: [4, 8], budget: 60_000 },
  { subgroupSize: 4, sizes: [4, 8], budget: 60_000 },
] as const;

// Wider than any that WebGPU runs on so far is sure to have; what is emulated in full has them too.
const wideDevices = [
  { subgroupSize: 64, sizes: [64, 64], budget: 40_000 },
  { subgroupSize: 128, sizes: [128, 128], budget: 40_000 },
] as const;

// Steps for arms that were not reached with those.
const furtherBudget = 60_000;

/** Emulates a rung on devices whose subgroups differ, within a share of the steps that there are for it. */
export function checkRung<Case extends CaseParams>(
  family: Family<Case>,
  variant: Variant<Case>,
  load: WgslLoader,
  share = 1,
): RungReport {
  const launches: Launched[] = [];
  const kernels = new Map<string, Kernel>();
  for (const device of share < 1 ? devices : [...devices, ...wideDevices]) {
    const { subgroupSize, sizes, budget } = device;
    const rung = { family, variant, load, facts: emulatedDevice(subgroupSize, sizes) };
    const run = (planned: PlannedCase<Case>) => {
      const name = `${formatCase(family.params, planned.params)} on subgroups of ${subgroupSize}`;
      for (const order of ordersFor(planned, { seed: launches.length, share, isLarge: device === large }))
        launches.push({ name, ...launchOnce(rung, { planned, order, subgroupSize, kernels }) });
    };
    const { first, rest } = casesToEmulate(rung, { budget, share });
    first.forEach(run);
    if (device === large)
      goOn({ rest, run, left: furtherBudget * share, isComplete: () => unreachedIn(launches).length === 0 });
    // Without subgroups it runs alike on all devices.
    if (![...kernels.keys()].some((text) => text.includes('subgroup'))) break;
  }
  return { ...reportOf(launches), skipped: launches.length > 0 ? null : skippedAs(family, variant) };
}

interface Further<Case> {
  readonly rest: readonly PlannedCase<Case>[];
  readonly run: (planned: PlannedCase<Case>) => void;
  readonly left: number;
  readonly isComplete: () => boolean;
}

function goOn<Case>({ rest, run, isComplete, ...further }: Further<Case>): void {
  let { left } = further;
  for (const planned of rest) {
    left -= planned.cost;
    if (left < 0 || isComplete()) return;
    run(planned);
  }
}

interface Turns {
  readonly seed: number;
  readonly share: number;
  readonly isLarge: boolean;
}

// The order matters where workgroups see each other. A share of the steps has two of the orders: the plain one, and one in which workgroups
// stand still, which is the one on devices with small subgroups.
function ordersFor({ isShared }: PlannedCase<unknown>, { seed, share, isLarge }: Turns): readonly Order[] {
  if (!isShared) return [inTurn];
  if (share === 1) return [inTurn, shuffled(seed), stalling(seed, 2), stalling(seed, 3)];
  return isLarge ? [inTurn, stalling(seed, 2)] : [stalling(seed, 3)];
}

function skippedAs<Case extends CaseParams>(family: Family<Case>, variant: Variant<Case>): string {
  const all = [...Object.values(family.cases).flat(), ...family.edgeCases.flatMap((set) => [...set.cases])];
  const codes = all.map((params) => {
    const plan = planFor(variant, params, emulatedDevice(large.subgroupSize));
    return 'skip' in plan ? plan.skip.code : 'too large to emulate';
  });
  return [...new Set(codes)].join(', ');
}

interface Launched {
  readonly name: string;
  readonly faults: readonly string[];
  readonly result: LaunchResult;
}

interface Once<Case> {
  readonly planned: PlannedCase<Case>;
  readonly order: Order;
  readonly subgroupSize: number;
  readonly kernels: Map<string, Kernel>;
}

function launchOnce<Case extends CaseParams>(
  { family, load }: Rung<Case>,
  { planned: { params, plan }, order, subgroupSize, kernels }: Once<Case>,
): Omit<Launched, 'name'> {
  const outputs = family.outputs(params);
  const launch = (seed: number, changes: Partial<EmulatedLaunch> = {}) => {
    const inputs = inputsOf(family, params, seed);
    const result = emulatePlan({ plan, inputs, outputs, load, subgroupSize, order, kernels, ...changes });
    const { passed, observed, message } = family.oracle(params, inputs).verify(result.outputs, plan);
    const isRight = passed || observed !== undefined;
    return { result, wrong: isRight ? [] : [`${order.name}: ${message}`] };
  };
  const { result, wrong } = launch(1);
  if (result.hazards.length > 0) return { result, faults: result.hazards.map(inWords) };
  const { suspected, left } = result;
  // What it has read there must not matter: other values stand there, and the answer is still right.
  const isLeant = suspected.length > 0 && launch(2, { left, goesToFirst: true }).wrong.length > 0;
  const matters = wrong.length > 0 || isLeant;
  return { result, faults: [...wrong, ...(matters ? suspected.map(inWords) : [])] };
}

function inWords({ kind, message }: Hazard): string {
  return `${kind}: ${message}`;
}

function reportOf(launches: readonly Launched[]): Omit<RungReport, 'skipped'> {
  return {
    ran: launches.map(({ name }) => name),
    faults: [...new Set(launches.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`)))],
    needForwardProgress: [
      ...new Set(launches.flatMap(({ name, result }) => (result.needsForwardProgress ? [name] : []))),
    ],
    unreached: unreachedIn(launches),
  };
}

function unreachedIn(launches: readonly Launched[]): readonly string[] {
  const arms = new Map<string, boolean>();
  for (const { result } of launches)
    for (const arm of result.arms) arms.set(nameOf(arm), arm.isReached || arms.get(nameOf(arm)) === true);
  return [...arms].flatMap(([name, isReached]) => (isReached ? [] : [name]));
}

// Constants differ from text to text, arms do not.
function nameOf({ file, text, arm }: Arm): string {
  return `${file}: ${text.replaceAll(/\d+/g, 'N')} ${arm.replaceAll(/\d+/g, 'N')}`;
}
