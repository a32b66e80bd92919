// Cuts through a family's cases: one or two parameters vary, all others stay.
import { axesOf, inOrder, valueAlong, valueText } from './axes.ts';
import type { Axis, Params, Value } from './axes.ts';

/** Cases that differ along the chosen axes alone. */
export interface Slice {
  /** The parameters that stay. */
  readonly at: Params;
  /** How many different places along the axes its cases have. */
  readonly places: number;
}

/** A parameter that stays, and what else it could be. */
export interface Fixed {
  readonly key: string;
  readonly value: Value;
  readonly values: readonly Value[];
}

/** Every cut along these axes, with the places that it has; those of cases that lie on no axis are left out. */
export function slicesAlong(axes: readonly Axis[], cases: readonly Params[]): readonly Slice[] {
  const keys = new Set(axes.flatMap((axis) => axis.keys));
  const onAxes = cases.filter((params) => axes.every((axis) => valueAlong(axis, params) !== null));
  const groups = Map.groupBy(onAxes, (params) => JSON.stringify(sortedEntries(params, keys)));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const places = new Set(
      group.map((params) => JSON.stringify(axes.map((axis) => valueAlong(axis, params)))),
    );
    return first ? [{ at: Object.fromEntries(sortedEntries(first, keys)), places: places.size }] : [];
  });
}

/** How many places the fullest cut along these axes has. */
export function mostPlaces(axes: readonly Axis[], cases: readonly Params[]): number {
  return Math.max(0, ...slicesAlong(axes, cases).map(({ places }) => places));
}

/** An axis, and how many places its fullest cut has. */
export interface UsefulAxis extends Axis {
  readonly places: number;
}

/** The axes with two places or more; parameters that vary together only where each alone has fewer. */
export function usefulAxes(cases: readonly Params[], absent: Params = {}): readonly UsefulAxis[] {
  const axes = axesOf(cases, absent).map((axis) => ({ ...axis, places: mostPlaces([axis], cases) }));
  const alone = new Map(axes.filter(({ keys }) => keys.length === 1).map(({ id, places }) => [id, places]));
  return axes.filter(
    ({ keys, places }) =>
      places > 1 &&
      (keys.length === 1 || (places > 2 && keys.every((key) => places > (alone.get(key) ?? 0)))),
  );
}

function sortedEntries(params: Params, but: ReadonlySet<string>) {
  return Object.entries(params)
    .filter(([key]) => !but.has(key))
    .toSorted(([a], [b]) => a.localeCompare(b));
}

/** What an address asks of a cut: parameters as texts. */
export type Wishes = Readonly<Record<string, string>>;

/** The cut that grants most wishes; of those alike the one with most places, then with most parameters at their usual value. */
export function chooseSlice(slices: readonly Slice[], wishes: Wishes, usual: Params): Slice | null {
  const granted = ({ at }: Slice) =>
    Object.entries(wishes).filter(([key, text]) => at[key] !== undefined && valueText(at[key]) === text)
      .length;
  const plain = ({ at }: Slice) => Object.keys(usual).filter((key) => at[key] === usual[key]).length;
  const [best] = slices.toSorted(
    (a, b) => granted(b) - granted(a) || b.places - a.places || plain(b) - plain(a),
  );
  return best ?? null;
}

/** The parameters of a cut that differ among the cuts, each with every value that some cut has. */
export function fixedOf(slice: Slice, slices: readonly Slice[]): readonly Fixed[] {
  return Object.entries(slice.at).flatMap(([key, value]) => {
    const values = new Set(slices.flatMap(({ at }) => (at[key] === undefined ? [] : [at[key]])));
    return values.size > 1 ? [{ key, value, values: inOrder([...values]) }] : [];
  });
}

/** The cut with another value of one parameter that keeps most of the others. */
export function withValue(slices: readonly Slice[], { at }: Slice, key: string, value: Value): Params {
  const offered = slices.filter((one) => one.at[key] === value);
  const wishes = Object.fromEntries(Object.entries(at).map(([name, old]) => [name, valueText(old)]));
  return chooseSlice(offered, wishes, {})?.at ?? at;
}

/** Whether a case lies in a cut along these axes. */
export function isIn({ at }: Slice, axes: readonly Axis[], params: Params): boolean {
  const others = Object.keys(params).filter((key) => !axes.some(({ keys }) => keys.includes(key)));
  return (
    axes.every((axis) => valueAlong(axis, params) !== null) &&
    others.length === Object.keys(at).length &&
    others.every((key) => params[key] === at[key])
  );
}
