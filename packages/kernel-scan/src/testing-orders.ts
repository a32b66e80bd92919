// What tests of rungs whose workgroups stay have in common: every order of workgroups on an emulated device, and every text that may be chosen.
import { createRandom, shaderText } from '@kernel-ladder/harness';
import type { Candidate, DeviceFacts, Plan, PlanCase, Skip, Space } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { combinations, emulatedDevice, emulatePlan, validateWgsl } from '@kernel-ladder/harness/testing';
import type { Order } from '@kernel-ladder/harness/testing';
import { scanCase } from './cases.ts';
import type { ScanCase } from './cases.ts';
import { family } from './family.ts';
import type { StayingShape } from './plans/staying.ts';

const load = fileLoader(new URL('./kernels/', import.meta.url));

/** A device with the multiprocessors and the limits of an H200. */
export const h200: DeviceFacts = { ...emulatedDevice(32), name: 'NVIDIA H200' };

/** A rung with its parameters fixed, and a change of its kernel. Its plan throws where the rung declines. */
export function fixed<Shape>(
  plan: (params: ScanCase, device: DeviceFacts, shape: Shape) => Plan | Skip,
  shape: Shape,
  change: (plan: Plan) => Plan = (made) => made,
): PlanCase<ScanCase> {
  return (params, device) => {
    const made = plan(params, device, shape);
    if ('skip' in made) throw new Error(made.skip.message);
    return change(made);
  };
}

/** What a plan gives on four multiprocessors with subgroups of 8 lanes whose workgroups come in an order. */
export function inOrder(plan: PlanCase<ScanCase>, params: ScanCase, order: Order) {
  const made = plan(params, { ...emulatedDevice(8), software: true });
  if ('skip' in made) throw new Error(made.skip.message);
  const inputs = family.inputs(params, createRandom(1), createRandom(2));
  const outputs = family.outputs(params);
  const result = emulatePlan({ plan: made, inputs, outputs, load, subgroupSize: 8, order });
  const { passed } = family.oracle(params, inputs).verify(result.outputs, made);
  const hazards = [...new Set(result.hazards.map(({ kind, message }) => `${kind}: ${message}`))];
  return { passed, hazards, result: result.outputs['result'] };
}

/** How many texts the candidates of an H200 have, and what the WGSL compiler says of those that it does not take. */
export async function compileCandidates<Shape extends StayingShape & Candidate>(
  spaceOf: (params: ScanCase, device: DeviceFacts) => Space<Shape>,
  plan: (params: ScanCase, device: DeviceFacts, shape: Shape) => Plan | Skip,
): Promise<{ readonly texts: number; readonly faults: readonly string[] }> {
  const params = scanCase(2 ** 26 + 5, 'f32', 'exclusive');
  const space = spaceOf(params, h200);
  const faults: string[] = [];
  let texts = 0;
  for (const candidate of combinations(space)) {
    // More workgroups are another number.
    if (candidate.residents > 1 || !space.constraints.every(({ holds }) => holds(candidate))) continue;
    const made = plan(params, h200, candidate);
    if ('skip' in made) throw new Error(made.skip.message);
    for (const { wgsl } of made.passes) faults.push(...(await validateWgsl(shaderText(wgsl, load))));
    texts += made.passes.length;
  }
  return { texts, faults };
}
