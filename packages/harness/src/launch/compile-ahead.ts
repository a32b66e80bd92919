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
 * Compiles the pipelines of a launch to come: whoever launches it finds them made. What goes wrong is left to that launch, which
 * compiles again and is told. In software a compiler shares the cores with what is judged, and nothing is compiled ahead.
 */
export async function compileAhead<Case extends CaseParams>(
  gpu: Gpu,
  { variant, params, load }: Upcoming<Case>,
): Promise<void> {
  if (gpu.facts.software || runsItself(variant)) return;
  try {
    const plan = planFor(variant, params, gpu.facts);
    if ('skip' in plan) return;
    await Promise.all(plan.passes.map(({ wgsl }) => createPipeline(gpu, wgsl.file, shaderText(wgsl, load))));
  } catch {
    // It is told to the launch.
  }
}
