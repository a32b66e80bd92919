// What a search has seen, over two of its parameters at a time.
import type { Candidate, Value } from './space.ts';

/** A candidate and its time in ns; null where it was not right. */
export interface Point {
  readonly candidate: Candidate;
  readonly ns: number | null;
}

/** How much of the spread of times a parameter explains, 0 to 1. */
export interface Importance {
  readonly parameter: string;
  readonly share: number;
}

/**
 * The parameters by importance, greatest first: the share of the variance of ln(time) that lies between the means of a parameter's values, its main
 * effect (Hooker 2007 and Hutter, Hoos and Leyton-Brown 2014 call the whole decomposition functional ANOVA; this is its first order).
 */
export function importance(points: readonly Point[]): readonly Importance[] {
  const timed = points.flatMap(({ candidate, ns }) =>
    ns === null ? [] : [{ candidate, log: Math.log(ns) }],
  );
  const [first] = timed;
  if (!first) return [];
  const overall = mean(timed.map(({ log }) => log));
  const total = mean(timed.map(({ log }) => (log - overall) ** 2));
  return Object.keys(first.candidate)
    .map((parameter) => {
      const groups = Map.groupBy(timed, ({ candidate }) => candidate[parameter]);
      const between = [...groups.values()].map((group) => {
        const own = mean(group.map(({ log }) => log));
        return (group.length * (own - overall) ** 2) / timed.length;
      });
      return { parameter, share: total > 0 ? between.reduce((sum, each) => sum + each, 0) / total : 0 };
    })
    .toSorted((one, other) => other.share - one.share);
}

/** The least time for each pair of values of two parameters. */
export interface HeatMap {
  readonly down: Axis;
  readonly across: Axis;
  /** By value down, then across; null where nothing right was seen. */
  readonly ns: readonly (readonly (number | null)[])[];
}

/** A parameter and its values, numbers in their order. */
export interface Axis {
  readonly parameter: string;
  readonly values: readonly Value[];
}

/** The landscape over two parameters: whatever the others are, the best that was seen. */
export function heatMap(points: readonly Point[], down: string, across: string): HeatMap {
  const axes = [down, across].map((parameter) => ({ parameter, values: valuesOf(points, parameter) }));
  const [rows, columns] = [axes[0]?.values ?? [], axes[1]?.values ?? []];
  const ns = rows.map((row) =>
    columns.map((column) => {
      const times = points.flatMap(({ candidate, ns: time }) =>
        time !== null && candidate[down] === row && candidate[across] === column ? [time] : [],
      );
      return times.length > 0 ? Math.min(...times) : null;
    }),
  );
  return { down: { parameter: down, values: rows }, across: { parameter: across, values: columns }, ns };
}

function valuesOf(points: readonly Point[], parameter: string): readonly Value[] {
  const values = [...new Set(points.flatMap(({ candidate }) => candidate[parameter] ?? []))];
  return values.toSorted((one, other) =>
    typeof one === 'number' && typeof other === 'number'
      ? one - other
      : String(one).localeCompare(String(other)),
  );
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
