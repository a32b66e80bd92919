// How the fused kernel is launched: no steps, and so no messages.
import { bytesOf } from '@kernel-ladder/harness';
import { kernelPass, planned } from './launch.ts';
import type { PlanCase } from './launch.ts';
import { quad, strideOf } from './layout.ts';
import { copyOfInputs } from './step-plans.ts';

/** One dispatch that reads all vectors and writes all results. */
export function fused(file: string): PlanCase {
  return planned((params) => {
    const { n, ranks, place, dtype } = params;
    const roundings = dtype === 'f16' ? Math.min(1, ranks - 1) : ranks - 1;
    if (n === 0) return { passes: [], implBytes: 0, longestSum: 0 };
    const copy = place === 'in' ? copyOfInputs(params) : null;
    const main = kernelPass(file, params, {
      constants: { RANKS: ranks, N: n, STRIDE: strideOf(params) / quad, IN_PLACE: String(place === 'in') },
      bindings: ['input', 'output'],
      elements: n,
      elementsPerThread: quad,
      rows: 1,
    });
    return {
      passes: copy ? [copy.pass, main] : [main],
      implBytes: 2 * n * ranks * bytesOf(dtype) + (copy?.implBytes ?? 0),
      longestSum: roundings,
    };
  });
}
