// How a number grows along a parameter.
import { headOf, quantityTable } from '../quantities.ts';
import { placesOf } from '../places.ts';
import { describeSelector, globOf, selects } from '../select.ts';
import type { Row } from '../snapshot.ts';
import type { GrowthOrder, GrowthRule, Selector } from '../types.generated.ts';
import { rowsFor } from './rows.ts';
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

/** A number grows in the order that is asked for, over all values of the parameter that are named, and never falls. */
export function evaluateGrowth(rule: GrowthRule, { machine }: Context): Verdict {
  const quantity = quantityTable[rule.quantity];
  const { passed, failed } = rowsFor(quantity.isTimed, machine, rule.of);
  if (failed.length > 0) return refuted(failed);
  const places = placesOf(rule.of, { [rule.along]: rule.at });
  const points = places.map((of) => ({ of, point: pointAt(rule, of, passed) }));
  const found = points.flatMap(({ point }) => point ?? []).toSorted((a, b) => a.x - b.x);
  const order = growthOrder(found);
  const absent = points.filter(({ point }) => !point).map(({ of }) => of);
  const isOfOrder = order >= orders[rule.order].min && order <= orders[rule.order].max;
  const fall = fallOf(rule, found);
  const met = absent.length === 0 && isOfOrder && fall === null;
  const evidence = found.slice(-mostRows).map(({ row, y }) => ({
    ...origin(row),
    metric: headOf(quantity, row.result),
    value: y,
    threshold: `${rule.order} in ${rule.along}`,
    met,
  }));
  const grows = `${quantity.label} of ${describeSelector(rule.of)} grows with order ${order.toFixed(2)}, not ${rule.order}`;
  return {
    met,
    evidence,
    missing: [
      ...absent.map((of) => ({
        what: `no result of ${describeSelector(of)} with ${quantity.label}`,
        select: globOf(of),
      })),
      ...(absent.length > 0 || isOfOrder ? [] : [{ what: grows, select: globOf(rule.of) }]),
      ...(fall ? [{ what: fall, select: globOf(rule.of) }] : []),
    ],
  };
}

// What grows does not fall on the way: a number that does was measured or counted otherwise.
function fallOf({ quantity, along, order }: GrowthRule, points: readonly Point[]): string | null {
  if (order === 'constant') return null;
  for (const [index, { x, y }] of points.entries()) {
    const before = points[index - 1];
    if (before && y < before.y)
      return `${quantityTable[quantity].label} falls from ${before.y} at ${along} = ${before.x} to ${y} at ${x}`;
  }
  return null;
}

interface Point {
  readonly row: Row;
  readonly x: number;
  readonly y: number;
}

function pointAt({ quantity: name, along }: GrowthRule, of: Selector, passed: readonly Row[]): Point | null {
  const quantity = quantityTable[name];
  for (const row of passed) {
    const y = selects(of, row.result) ? quantity.of(row.result, row.machine) : null;
    const isFit = row.result.comparable || !quantity.isTimed;
    if (isFit && y !== null && y > 0) return { row, x: Number(row.result.params[along]), y };
  }
  return null;
}
