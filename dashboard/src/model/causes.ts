// The series that a commit moved, by what can have moved them: one kernel that became another, or nothing in the code of kernels.
import type { Effect } from './effects.ts';

/** Moved series with one cause. */
export interface Cause {
  /** `changed` names a family's kernel; of the others no kernel is the cause, or nobody knows. */
  readonly kind: 'changed' | 'same' | 'unknown';
  /** `family/variant` of a kernel that changed, else empty. */
  readonly kernel: string;
  /** The largest effect first. */
  readonly effects: readonly Effect[];
}

/** Groups the effects of one state; the cause with the largest effect comes first. */
export function causesOf(effects: readonly Effect[]): readonly Cause[] {
  const groups = Map.groupBy(effects, keyOf);
  return [...groups]
    .map(([key, own]): Cause => {
      const kind = kindOf(own[0]?.sameKernel ?? null);
      return { kind, kernel: kind === 'changed' ? key : '', effects: own.toSorted(bySize) };
    })
    .toSorted((a, b) => sizeOf(b.effects[0]) - sizeOf(a.effects[0]));
}

function keyOf({ series, sameKernel }: Effect): string {
  return sameKernel === false ? `${series.family}/${series.variant}` : String(sameKernel);
}

function kindOf(sameKernel: boolean | null): Cause['kind'] {
  return sameKernel === null ? 'unknown' : sameKernel ? 'same' : 'changed';
}

function bySize(a: Effect, b: Effect): number {
  return sizeOf(b) - sizeOf(a);
}

// Twice as fast is as far as twice as slow.
function sizeOf(effect: Effect | undefined): number {
  return Math.abs(Math.log(1 + (effect?.effect ?? 0)));
}
