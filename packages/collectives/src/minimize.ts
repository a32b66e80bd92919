// Nelder & Mead 1965: the model has kinks (the host's floor, protocol switches), so the fit uses no derivatives.

/** A point and its value. */
export interface Minimum {
  readonly point: readonly number[];
  readonly value: number;
}

// What separates values that are zero but for rounding.
const negligible = 1e-14;

/**
 * Finds a local minimum near `start`; deterministic. It starts over from each minimum with a fresh simplex until that gains nothing.
 * @param scale edge of the first simplex, the same in every direction
 */
export function minimize(
  value: (point: readonly number[]) => number,
  start: readonly number[],
  scale: number,
): Minimum {
  let best: Minimum = { point: start, value: value(start) };
  for (;;) {
    const found = descend(value, best, scale);
    if (found.value >= best.value * (1 - 1e-9) - negligible) return found;
    best = found;
  }
}

function descend(value: (point: readonly number[]) => number, start: Minimum, scale: number): Minimum {
  const at = (point: readonly number[]): Minimum => ({ point, value: value(point) });
  let simplex = [
    start,
    ...start.point.map((_, axis) => at(start.point.map((x, i) => (i === axis ? x + scale : x)))),
  ];
  for (let round = 0; round < 400 * start.point.length; round += 1) {
    simplex = simplex.toSorted((a, b) => a.value - b.value);
    const [best = start] = simplex;
    const worst = simplex.at(-1) ?? best;
    if (worst.value - best.value <= 1e-13 * Math.abs(best.value) + negligible) break;
    simplex = step(simplex, best, worst, at);
  }
  return simplex.reduce((a, b) => (b.value < a.value ? b : a));
}

// Reflect the worst corner through the others' centre; expand when that is the best yet, contract or shrink when it is no gain.
function step(
  simplex: readonly Minimum[],
  best: Minimum,
  worst: Minimum,
  at: (point: readonly number[]) => Minimum,
): Minimum[] {
  const others = simplex.slice(0, -1);
  const centre = best.point.map((_, axis) => mean(others.map(({ point }) => point[axis] ?? 0)));
  const along = (factor: number) => at(centre.map((c, axis) => c + factor * ((worst.point[axis] ?? 0) - c)));
  const reflected = along(-1);
  if (reflected.value < best.value) {
    const expanded = along(-2);
    return [...others, expanded.value < reflected.value ? expanded : reflected];
  }
  if (reflected.value < (others.at(-1) ?? best).value) return [...others, reflected];
  const contracted = along(reflected.value < worst.value ? -0.5 : 0.5);
  if (contracted.value < Math.min(worst.value, reflected.value)) return [...others, contracted];
  return [
    best,
    ...simplex.slice(1).map(({ point }) => at(point.map((x, axis) => ((best.point[axis] ?? 0) + x) / 2))),
  ];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
