// Epilogues of kernel files: their constants, what they bind, and a pass of their own.
import { wgsl } from '@kernel-ladder/harness';
import type { Constants, Pass, Plan } from '@kernel-ladder/harness';
import { gridOf } from '@kernel-ladder/kernel-kit';
import type { GemmCase } from '../cases.ts';
import { storedAs } from '../dtypes.ts';
import { addedInput, specOf } from '../kernels/epilogue.ts';
import type { Epilogue, EpilogueSpec } from '../kernels/epilogue.ts';
import { finishBytes, outputBytes } from './traffic.ts';

/** The constants SCALE, ADDS and BEND of a kernel file. */
export function epilogueConstants(epilogue: Epilogue): Constants {
  return constantsOf(specOf(epilogue));
}

function constantsOf({ scale, adds, bend }: EpilogueSpec): Constants {
  return {
    SCALE: scale,
    ADDS: ['nothing', 'bias', 'residual'].indexOf(adds),
    BEND: ['no', 'relu', 'gelu'].indexOf(bend),
  };
}

/** What the fourth binding of a kernel file holds: the bias or residual, else an input that nobody reads there. */
export function addedOr({ epilogue }: GemmCase, otherwise: string): string {
  return addedInput(epilogue) ?? otherwise;
}

/** What a kernel file must enable that is written for f32. */
export function enablesOf({ dtype }: GemmCase): readonly string[] {
  return dtype === 'f16' ? ['f16'] : [];
}

const epilogueSize = 256;

/** A pass that applies a step of the epilogue, or all of it, to what c holds. */
function stepPass(params: GemmCase, step: EpilogueSpec): Pass {
  const { m, n, batch, dtype } = params;
  const grid = gridOf(Math.ceil((batch * m * n) / epilogueSize));
  const constants = {
    COUNT: batch * m * n,
    COLUMNS: n,
    Number: storedAs(dtype).output,
    ...constantsOf(step),
    SIZE: epilogueSize,
    GRID_X: grid[0],
  };
  const source = wgsl('epilogue.wgsl', constants, enablesOf(params));
  const added = step.adds === 'nothing' ? 'a' : addedOr(params, 'a');
  return { wgsl: source, bindings: ['c', added], workgroups: grid };
}

/** A plan of the bare product, followed by the case's epilogue in a pass of its own. */
export function withEpiloguePass(params: GemmCase, plan: Plan): Plan {
  return withSteps(params, plan, [specOf(params.epilogue)]);
}

/** A plan of the bare product, followed by each operator of the epilogue in a pass of its own: what is added, then how the sum is bent. */
export function withOperatorPasses(params: GemmCase, plan: Plan): Plan {
  const { bend, ...linear } = specOf(params.epilogue);
  return withSteps(params, plan, [
    { ...linear, bend: 'no' },
    { scale: 1, adds: 'nothing', bend },
  ]);
}

function withSteps(params: GemmCase, plan: Plan, steps: readonly EpilogueSpec[]): Plan {
  const passes = steps.filter(changesSums).map((step) => stepPass(params, step));
  if (passes.length === 0) return plan;
  const moved = 2 * passes.length * outputBytes(params) + finishBytes(params);
  return { ...plan, passes: [...plan.passes, ...passes], implBytes: plan.implBytes + moved };
}

function changesSums({ scale, adds, bend }: EpilogueSpec): boolean {
  return scale !== 1 || adds !== 'nothing' || bend !== 'no';
}
