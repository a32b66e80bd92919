// What is begun beside the timing of an id, for those that follow: the device's clock is not the host's.
import { createPipeline } from '@kernel-ladder/gpu';
import { runsItself } from '../contract/family.ts';
import type { CaseParams } from '../contract/family.ts';
import type { Subject } from '../contract/identity.ts';
import { planFor } from '../contract/plan.ts';
import { shaderText } from '../wgsl/wgsl.ts';
import type { Workbench } from './workbench.ts';

/** Begins with the inputs of the next case and the pipelines of the next id; what goes wrong shows when they are asked for. */
export function beginAhead<Case extends CaseParams>(bench: Workbench<Case>): void {
  const { following, hosts, seed } = bench;
  if (following.case) hosts.of(following.case).begin({ params: following.case, seed });
  if (following.id) compileAhead(bench, following.id).catch(ignore);
}

// In software a compiler and what is timed share the cores.
async function compileAhead<Case extends CaseParams>(
  { gpu, load }: Workbench<Case>,
  { variant, params }: Subject<Case>,
): Promise<void> {
  if (gpu.facts.software || runsItself(variant)) return;
  const plan = planFor(variant, params, gpu.facts);
  if ('skip' in plan) return;
  await Promise.all(plan.passes.map(({ wgsl }) => createPipeline(gpu, wgsl.file, shaderText(wgsl, load))));
}

// The id itself compiles again, and is told.
function ignore(): void {}
