// What tests of single plans have in common.
import { coverEdgeCases } from '@kernel-ladder/harness/run';
import type { Gpu, Plan, PlanCase } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import type { ScanCase } from './cases.ts';
import { family } from './family.ts';
import { lookBack } from './plans/look-back.ts';

const load = fileLoader(new URL('./kernels/', import.meta.url));

/** The elements that a tile holds on the software adapter; one look takes in 16 of them. */
export const tile = 1024;

/** Checks a plan on cases, and says how many passed and what was observed. */
export async function checkPlan(gpu: Gpu, plan: PlanCase<ScanCase>, cases: readonly ScanCase[]) {
  // A set each: a software adapter thins large ones.
  const edgeCases = cases.map((params, index) => ({ set: `test ${index}`, cases: [params] }));
  const variant = { name: 'tested', summary: '', plan };
  const report = await coverEdgeCases(gpu, { family: { ...family, edgeCases }, variant, load, seed: 3 });
  const passed = report.coverage.reduce((sum, set) => sum + set.passed, 0);
  const observed = report.coverage.flatMap((set) => set.observed ?? []);
  return { failure: report.failure, passed, observed };
}

/** The look-back with a change of its kernel. */
export function lookBackWith(change: (plan: Plan) => Plan): PlanCase<ScanCase> {
  return (params, device) => {
    const plan = lookBack(params, device);
    return 'skip' in plan ? plan : change(plan);
  };
}
