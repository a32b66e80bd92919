// What came out of inputs for which WGSL promises nothing, in words about reductions.
import { identityValue } from '../cases/identity.ts';
import type { Reduction } from '../cases/identity.ts';

/** The specials and the rest of a group of elements that go into one result. */
export interface Group {
  readonly values: Iterable<number>;
  readonly op: Reduction['op'];
  readonly dtype: Reduction['dtype'];
}

/**
 * `propagates`: the result is what IEEE 754 arithmetic gives when NaN is contagious; `ignored`: what the finite
 * elements alone give; `overflows`: a finite sum came out as NaN or infinity; otherwise the value itself.
 */
export function classifyValue(got: number, group: Group): string {
  const contagious = reduceAll(group, () => true);
  const finite = reduceAll(group, Number.isFinite);
  if (Object.is(got, contagious.value) || isNear(got, contagious)) return 'propagates';
  if (isNear(got, finite)) return 'ignored';
  return `other: ${got}`;
}

/** Whether a result is neither what IEEE 754 gives nor what the finite elements alone give: no rung may leave that. */
export function isOther(outcome: string): boolean {
  return outcome.startsWith('other');
}

/** Finite elements whose sum is finite, though partial sums may not be. */
export function classifyOverflow(got: number, group: Group): string {
  if (
    isNear(
      got,
      reduceAll(group, () => true),
    )
  )
    return 'stays finite';
  return Number.isFinite(got) ? `other: ${got}` : `overflows to ${got}`;
}

interface Total {
  readonly value: number;
  readonly absolute: number;
}

function reduceAll(group: Group, takes: (value: number) => boolean): Total {
  const { op } = group;
  let value = identityValue(group);
  let absolute = 0;
  for (const element of group.values) {
    if (!takes(element)) continue;
    value = op === 'sum' ? value + element : Math[op](value, element);
    absolute += Math.abs(element);
  }
  return { value, absolute };
}

// Which order was taken does not matter here: a loose bound tells the classes apart.
function isNear(got: number, { value, absolute }: Total): boolean {
  // Beside an infinity everything finite is near.
  return got === value || (Number.isFinite(value) && Math.abs(got - value) <= 1e-5 * absolute);
}
