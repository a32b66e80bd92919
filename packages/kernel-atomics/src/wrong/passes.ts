// Changes of a launch as a whole.
import type { Plan } from '@kernel-ladder/harness';

/** Leaves one of the passes out. */
export function without(place: number): (plan: Plan) => Plan {
  return (plan) => ({ ...plan, passes: plan.passes.toSpliced(place, 1) });
}

/** Ends behind so many passes. */
export function endingAfter(count: number): (plan: Plan) => Plan {
  return (plan) => ({ ...plan, passes: plan.passes.slice(0, count) });
}
