// Epilogues of kernel files: their constants, what they bind, and a pass of their own.
import { wgsl } from '@kernel-ladder/harness';
import type { Constants, Pass, Plan } from '@kernel-ladder/harness';
import { gridOf } from '@kernel-ladder/kernel-kit';
import type { GemmCase } from '../cases.ts';
import { storedAs } from '../dtypes.ts';
import { addedInput, specOf } from '../kernels/epilogue.ts';
import type { Epilogue } from '../kernels/epilogue.ts';
import { finishBytes, outputBytes } from './traffic.ts';

/** The constants SCALE, ADDS and BEND of a kernel file. */
export function epilogueConstants(epilogue: Epilogue): Constants {
  const { scale, adds, bend } = specOf(epilogue);
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

/** A pass that applies the epilogue to what c holds; null where there is none. */
function epiloguePass(params: GemmCase): Pass | null {
  const { m, n, batch, epilogue, dtype } = params;
  if (epilogue === 'none') return null;
  const grid = gridOf(Math.ceil((batch * m * n) / epilogueSize));
  const constants = {
    COUNT: batch * m * n,
    COLUMNS: n,
    Number: storedAs(dtype).output,
    ...epilogueConstants(epilogue),
    SIZE: epilogueSize,
    GRID_X: grid[0],
  };
  const source = wgsl('epilogue.wgsl', constants, enablesOf(params));
  return { wgsl: source, bindings: ['c', addedOr(params, 'a')], workgroups: grid };
}

/** A plan of the bare product, followed by the case's epilogue in a pass of its own. */
export function withEpiloguePass(params: GemmCase, plan: Plan): Plan {
  const pass = epiloguePass(params);
  if (pass === null) return plan;
  const moved = 2 * outputBytes(params) + finishBytes(params);
  return { ...plan, passes: [...plan.passes, pass], implBytes: plan.implBytes + moved };
}
