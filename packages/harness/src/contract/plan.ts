// A variant's plan, refused beforehand where the device cannot dispatch it.
import type { DeviceFacts } from '@kernel-ladder/gpu';
import type { VariantKind } from '@kernel-ladder/schema';
import { runsItself } from './family.ts';
import { overLimit } from './skip.ts';
import type { CaseParams, Demand, Plan, Skip, Variant } from './family.ts';

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

/** What a variant of any kind asks for on one case, or why it leaves the case out. */
export function demandOf<Case extends CaseParams>(
  variant: Variant<Case, VariantKind>,
  params: Case,
  facts: DeviceFacts,
): Plan | Demand | Skip {
  return runsItself(variant) ? variant.plan(params, facts) : planFor(variant, params, facts);
}

/** Whether a variant takes a case, and must be right on it. */
export function takes<Case extends CaseParams>(
  variant: Variant<Case>,
  params: Case,
  facts: DeviceFacts,
): boolean {
  return !('skip' in planFor(variant, params, facts)) && (variant.breaksOn?.(params) ?? null) === null;
}
