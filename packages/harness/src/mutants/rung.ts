// The mutants of one rung: found in what it launches over all cases, sampled, and compiled once.
import type { DeviceFacts, Gpu } from '@kernel-ladder/gpu';
import type { CaseParams, Family, Variant } from '../contract/family.ts';
import { planFor } from '../contract/plan.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';
import { maskNumbers } from './generate.ts';
import { capLoops } from './loops.ts';
import { launchedBy, planMutants } from './plan.ts';
import type { Launched, PlacedMutant } from './plan.ts';
import { stratified } from './sample.ts';

/** A rung, and where its kernels come from. */
export interface Rung<Case extends CaseParams> {
  readonly family: Family<Case>;
  readonly variant: Variant<Case>;
  readonly load: WgslLoader;
}

/** Mutants that compile, and how many of those drawn did not. */
export interface Sampled {
  readonly mutants: readonly PlacedMutant[];
  readonly stillborn: number;
}

type Candidate = PlacedMutant & { readonly text?: string };

/** Every mutant of a rung on a device, each once, some of which do not compile. */
export function mutantsOfRung<Case extends CaseParams>(
  rung: Rung<Case>,
  facts: DeviceFacts,
): readonly Candidate[] {
  const found = new Map<string, Candidate>();
  for (const launched of distinctLaunches(rung, facts))
    for (const mutant of planMutants(launched)) if (!found.has(mutant.key)) found.set(mutant.key, mutant);
  return [...found.values()];
}

/** Draws mutants, as many of each operator as of any other, until `most` of them compile. */
export async function sampleMutants<Case extends CaseParams>(
  gpu: Gpu,
  rung: Rung<Case>,
  { most, seed }: { readonly most: number; readonly seed: number },
): Promise<Sampled> {
  const mutants: PlacedMutant[] = [];
  let stillborn = 0;
  for (const { text, ...mutant } of stratified(mutantsOfRung(rung, gpu.facts), seed)) {
    if (mutants.length >= most) break;
    if (text === undefined || (await compiles(gpu, capLoops(text, 1)))) mutants.push(mutant);
    else stillborn++;
  }
  return { mutants, stillborn };
}

// Texts that differ in their numbers alone have the same mutants.
function distinctLaunches<Case extends CaseParams>(
  { family, variant, load }: Rung<Case>,
  facts: DeviceFacts,
): readonly Launched[] {
  const all = [...Object.values(family.cases).flat(), ...family.edgeCases.flatMap((set) => set.cases)];
  const launches = new Map<string, Launched>();
  for (const params of all) {
    const plan = planFor(variant, params, facts);
    if ('skip' in plan || plan.passes.length === 0) continue;
    const launched = launchedBy(plan, load);
    const shape = plan.passes.map(({ workgroups }) => workgroups.map((count) => count > 1)).join();
    const key = `${shape} ${maskNumbers(launched.texts.join('\n'))}`;
    if (!launches.has(key)) launches.set(key, launched);
  }
  return [...launches.values()];
}

async function compiles(gpu: Gpu, code: string): Promise<boolean> {
  gpu.device.pushErrorScope('validation');
  gpu.device.createShaderModule({ code });
  return (await gpu.device.popErrorScope()) === null;
}
