// Pipelines before their turn.
import { createPipeline } from '@kernel-ladder/gpu';
import type { Gpu } from '@kernel-ladder/gpu';
import type { VariantKind } from '@kernel-ladder/schema';
import { runsItself } from '../contract/family.ts';
import type { CaseParams, Variant } from '../contract/family.ts';
import { planFor } from '../contract/plan.ts';
import { shaderText } from '../wgsl/wgsl.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';

/** A variant on a case. */
export interface Upcoming<Case extends CaseParams> {
  readonly variant: Variant<Case, VariantKind>;
  readonly params: Case;
  readonly load: WgslLoader;
}

/**
 * The pipelines of a launch to come, one a call, and one of passes that share a text: whoever launches it finds them made, or compiles again what went
 * wrong, and is told. In software a compiler shares the cores with what is judged, and there are none. Throws what the plan throws.
 */
export function pipelinesOf<Case extends CaseParams>(
  gpu: Gpu,
  { variant, params, load }: Upcoming<Case>,
): readonly (() => Promise<unknown>)[] {
  if (gpu.facts.software || runsItself(variant)) return [];
  const plan = planFor(variant, params, gpu.facts);
  if ('skip' in plan) return [];
  const files = new Map(plan.passes.map(({ wgsl }) => [shaderText(wgsl, load), wgsl.file]));
  return [...files].map(
    ([text, file]) =>
      async () =>
        createPipeline(gpu, file, text),
  );
}
