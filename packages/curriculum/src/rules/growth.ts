// How a number grows along a parameter.
import { headOf, quantityTable } from '../quantities.ts';
import { describeSelector, globOf } from '../select.ts';
import type { GrowthOrder, GrowthRule } from '../types.generated.ts';
import { selectRows } from './rows.ts';
import { mostRows, origin, refuted } from './verdict.ts';
import type { Context, Verdict } from './verdict.ts';

// The order of the last step: what is constant or of lower order weighs least there, but still weighs.
const orders: { readonly [Order in GrowthOrder]: { readonly min: number; readonly max: number } } = {
  constant: { min: -0.25, max: 0.25 },
  linear: { min: 0.25, max: 1.25 },
  quadratic: { min: 1.5, max: 2.25 },
};

/** The order of growth between the two largest values of a parameter: log(y₂/y₁) / log(x₂/x₁). */
export function growthOrder(points: readonly { readonly x: number; readonly y: number }[]): number {
  const [last, before] = points.toSorted((a, b) => b.x - a.x);
  if (!last || !before) return Number.NaN;
  return Math.log(last.y / before.y) / Math.log(last.x / before.x);
}

/** A number grows in the order that is asked for, over so many values of the parameter. */
export function evaluateGrowth(rule: GrowthRule, { machine }: Context): Verdict {
  const { passed, failed } = selectRows(machine, rule.of);
  if (failed.length > 0) return refuted(failed);
  const quantity = quantityTable[rule.quantity];
  const points = passed.flatMap((row) => {
    const [x, y] = [Number(row.result.params[rule.along]), quantity.of(row.result, row.machine)];
    const isFit = row.result.comparable || !quantity.isTimed;
    return isFit && x > 0 && y !== null && y > 0 ? [{ row, x, y }] : [];
  });
  const sorted = points.toSorted((a, b) => a.x - b.x);
  const needed = rule.points ?? 3;
  const distinct = new Set(sorted.map(({ x }) => x)).size;
  const order = growthOrder(sorted);
  const isOfOrder = order >= orders[rule.order].min && order <= orders[rule.order].max;
  const met = distinct >= needed && distinct === sorted.length && isOfOrder;
  const evidence = sorted.slice(-mostRows).map(({ row, y }) => ({
    ...origin(row),
    metric: headOf(quantity, row.result),
    value: y,
    threshold: `${rule.order} in ${rule.along}`,
    met,
  }));
  if (met) return { met, evidence, missing: [] };
  const what =
    distinct < needed
      ? `${distinct} of ${needed} values of ${rule.along} of ${describeSelector(rule.of)}`
      : `${quantity.label} of ${describeSelector(rule.of)} grows with order ${order.toFixed(2)}, not ${rule.order}`;
  return { met, evidence, missing: [{ what, select: globOf(rule.of) }] };
}
