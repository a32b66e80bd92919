// A variant's plan, refused beforehand where the device cannot dispatch it.
import type { DeviceFacts } from '@kernel-ladder/gpu';
import { overLimit } from './family.ts';
import type { CaseParams, Plan, Skip, Variant } from './family.ts';

/** Plans one case; a dispatch that is wider than the device allows is a skip. */
export function planFor<Case extends CaseParams>(
  variant: Variant<Case>,
  params: Case,
  facts: DeviceFacts,
): Plan | Skip {
  const plan = variant.plan(params, facts);
  if ('skip' in plan) return plan;
  const limit = 'maxComputeWorkgroupsPerDimension';
  const widest = Math.max(0, ...plan.passes.flatMap((pass) => pass.workgroups));
  const offered = facts.limits[limit] ?? 0;
  return widest > offered ? overLimit(limit, widest, offered) : plan;
}
