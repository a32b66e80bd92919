// What a large GPU would refuse of a family's launches, found without one: a software adapter has smaller tiles, and other texts.
import type { DeviceFacts } from '@kernel-ladder/gpu';
import { validateWgsl } from '@kernel-ladder/gpu/node';
import { formatCase } from '@kernel-ladder/schema';
import { listedCases } from '../contract/cases.ts';
import type { CaseParams, Family, Plan, Variant } from '../contract/family.ts';
import { planFaults } from '../contract/plan-faults.ts';
import { bytesOf } from '../contract/scalars.ts';
import { emulatedDevice } from '../emulator/check-rung.ts';
import { shaderText } from '../wgsl/wgsl.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';

/** The facts of a large GPU, as far as plans look at them. */
export const largeGpu: DeviceFacts = { ...emulatedDevice(32), name: 'NVIDIA H200' };

/**
 * The faults of a family's launches on a GPU, a large one unless others are given, in words, none for sound ones: grids, workgroups and
 * ranges that it refuses, buffers that it has no binding for, and what the WGSL compiler says about a text, errors and warnings alike. Every
 * launch of a timed case is looked at, and the compiler sees one of the texts that differ in their numbers alone. With `everyText` it sees
 * each, and the awkward cases whose texts differ in more are looked at too.
 */
export async function hardwareFaults<Case extends CaseParams>(
  family: Family<Case>,
  load: WgslLoader,
  everyText = false,
  facts = largeGpu,
): Promise<readonly string[]> {
  const shapes = new Set<string>();
  const texts = new Set<string>();
  const faults: string[] = [];
  const judge = async (variant: Variant<Case>, params: Case, plan: Plan) => {
    const found = [...planFaults(plan, { facts, load }), ...bufferFaults(family, { params, plan, facts })];
    for (const text of plan.passes.map(({ wgsl }) => shaderText(wgsl, load))) {
      if (!isAdded(texts, text)) continue;
      const isOfNewShape = isAdded(shapes, shapeOf(text));
      if (isOfNewShape || everyText) found.push(...(await validateWgsl(text)));
    }
    faults.push(...found.map((fault) => `${variant.name} ${formatCase(family.params, params)}: ${fault}`));
  };
  const plans = (params: Case) => family.variants.flatMap((variant) => planned(variant, params, facts));
  for (const { params } of listedCases(family))
    for (const { variant, plan } of plans(params)) await judge(variant, params, plan);
  const awkward = everyText ? family.edgeCases.flatMap(({ cases }) => cases) : [];
  for (const params of awkward)
    for (const { variant, plan } of plans(params)) {
      const passes = plan.passes.filter(({ wgsl }) => !shapes.has(shapeOf(shaderText(wgsl, load))));
      if (passes.length > 0) await judge(variant, params, { ...plan, passes });
    }
  return faults;
}

// Not `planFor`, which skips a grid that is too wide, and hides it.
function planned<Case extends CaseParams>(variant: Variant<Case>, params: Case, facts: DeviceFacts) {
  const plan = variant.plan(params, facts);
  return 'skip' in plan ? [] : [{ variant, plan }];
}

function isAdded(known: Set<string>, text: string): boolean {
  return known.size < known.add(text).size;
}

function shapeOf(text: string): string {
  return text.replaceAll(/\d+/g, 'N');
}

interface Planned<Case extends CaseParams> {
  readonly params: Case;
  readonly plan: Plan;
  readonly facts: DeviceFacts;
}

function bufferFaults<Case extends CaseParams>(
  { outputs }: Pick<Family<Case>, 'outputs'>,
  { params, plan, facts }: Planned<Case>,
): readonly string[] {
  const limit = 'maxStorageBufferBindingSize';
  const offered = facts.limits[limit] ?? 0;
  const sizes = [
    ...Object.entries(outputs(params)).map(
      ([name, { type, length }]) => [name, length * bytesOf(type)] as const,
    ),
    ...Object.entries(plan.scratch ?? {}),
  ];
  return sizes
    .filter(([, bytes]) => bytes > offered)
    .map(([name, bytes]) => `"${name}" has ${bytes} bytes, ${limit} is ${offered}`);
}
