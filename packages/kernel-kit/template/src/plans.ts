// How each kernel is launched: constants, grid and passes for a case.
import { wgsl } from '@kernel-ladder/harness';
import type { PlanCase } from '@kernel-ladder/harness';
import { gridOf } from '@kernel-ladder/kernel-kit';
import type { TemplateCase } from './cases.ts';
import { addend, factor } from './inputs.ts';

const workgroup = 256;

/** Workgroups of 256 threads, `each` elements a thread. */
export function threads(file: string, each: number): PlanCase<TemplateCase> {
  return ({ n }) => {
    if (n === 0) return { passes: [], implBytes: 0, longestSum: 0 };
    const workgroups = gridOf(Math.ceil(n / (workgroup * each)));
    const constants = { N: n, A: factor, B: addend, GRID_X: workgroups[0] };
    return {
      passes: [{ wgsl: wgsl(file, constants), bindings: ['x', 'y'], workgroups }],
      implBytes: 8 * n,
      longestSum: 1,
    };
  };
}
