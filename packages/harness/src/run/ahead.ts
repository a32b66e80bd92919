// What is begun for the ids that follow: inputs on threads of the host beside a timing, pipelines before it.
import { createPipeline } from '@kernel-ladder/gpu';
import { runsItself } from '../contract/family.ts';
import type { CaseParams } from '../contract/family.ts';
import type { Subject } from '../contract/identity.ts';
import { planFor } from '../contract/plan.ts';
import { shaderText } from '../wgsl/wgsl.ts';
import type { Workbench } from './workbench.ts';

/** Begins with the inputs of the next case; what goes wrong shows when they are asked for. */
export function beginAhead<Case extends CaseParams>({ following, hosts, seed }: Workbench<Case>): void {
  if (following.case) hosts.of(following.case).begin({ params: following.case, seed });
}

/**
 * Compiles the pipelines of the next id. A compiler keeps the thread that submits and the driver busy: whoever times waits for its
 * end. What goes wrong shows when the pipelines are asked for.
 */
export async function compileAhead<Case extends CaseParams>(bench: Workbench<Case>): Promise<void> {
  if (bench.timing && bench.following.id) await compile(bench, bench.following.id).catch(ignore);
}

// In software a compiler shares the cores with what is judged.
async function compile<Case extends CaseParams>(
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
