// The ways along which a family's cases differ. From the parameters alone, whatever
// family they are of.
import type { SiteSeries } from '@kernel-ladder/schema';

/** Every parameter of a case. */
export type Params = SiteSeries['params'];

/** One of its values. */
export type Value = Params[string];

/** How the values of an axis lie: in equal factors, in equal steps, or as names without a distance. */
export type Spacing = 'factors' | 'steps' | 'names';

/** A way along which cases differ: one parameter, several that are equal, or two whose product stays. */
export interface Axis {
  /** As in `stride`, `m=n=k` or `rows*columns=4096`. */
  readonly id: string;
  /** The same for people, as in `columns (rows × columns = 4,096)`. */
  readonly label: string;
  readonly keys: readonly string[];
  /** What the two parameters come to together; the last of them is told along the axis. Null where they are equal. */
  readonly product: number | null;
  /** Values that say of a case that it has no such parameter: no place along the axis. */
  readonly absent: Params;
  readonly spacing: Spacing;
  /** Every value that some case has, in order. */
  readonly values: readonly Value[];
}

/**
 * Every axis that some cases lie along: parameters that differ, numbers that are equal, pairs of numbers with one product; `absent` has
 * the values that say of a case that it has no such parameter.
 */
export function axesOf(cases: readonly Params[], absent: Params = {}): readonly Axis[] {
  const keys = [...new Set(cases.flatMap((params) => Object.keys(params)))];
  const equal = [...new Set(cases.flatMap((params) => equalKeys(params, keys)))].map((group) =>
    group.split('='),
  );
  const axes = [
    ...equal.map((group) => axisOf({ keys: group, product: null, absent }, cases)),
    ...productsOf(cases).map((pair) => axisOf({ ...pair, absent }, cases)),
    ...keys.map((key) => axisOf({ keys: [key], product: null, absent }, cases)),
  ];
  return axes.filter(({ values }) => values.length > 1);
}

type Along = Pick<Axis, 'keys' | 'product' | 'absent'>;

/** The value of a case along an axis; null of a case that does not lie on it. */
export function valueAlong({ keys, product, absent }: Along, params: Params): Value | null {
  if (keys.some((key) => params[key] === absent[key])) return null;
  const values = keys.map((key) => params[key]);
  const [first, last] = [values[0], values.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (product !== null) return Number(first) * Number(last) === product ? last : null;
  return values.every((value) => value === first) ? first : null;
}

/** A value as text, as ids have it. */
export function valueText(value: Value): string {
  return String(value);
}

function axisOf(along: Along, cases: readonly Params[]): Axis {
  const found = cases.flatMap((params) => valueAlong(along, params) ?? []);
  const values = inOrder([...new Set(found)]);
  return { ...namesOf(along), ...along, values, spacing: spacingOf(values) };
}

function namesOf({ keys, product }: Pick<Axis, 'keys' | 'product'>): Pick<Axis, 'id' | 'label'> {
  if (product === null) return { id: keys.join('='), label: keys.join(' = ') };
  const whole = `${keys.join(' × ')} = ${product.toLocaleString('en')}`;
  return { id: `${keys.join('*')}=${product}`, label: `${keys.at(-1) ?? ''} (${whole})` };
}

// Pairs of numbers above one whose product three cases or more share: the amount of data stays, its shape varies.
function productsOf(cases: readonly Params[]): readonly Pick<Axis, 'keys' | 'product'>[] {
  const pairs = cases.flatMap((params) => {
    const numbers = Object.entries(params).filter(([, value]) => typeof value === 'number' && value > 1);
    return numbers.flatMap(([outer, a], at) =>
      numbers.slice(at + 1).map(([inner, b]) => ({ keys: [outer, inner], product: Number(a) * Number(b) })),
    );
  });
  return [...Map.groupBy(pairs, ({ keys, product }) => `${keys.join('*')}=${product}`).values()].flatMap(
    (group) => (group.length > 2 ? group.slice(0, 1) : []),
  );
}

/** Numbers by size, texts as people count, so that `x9` comes before `x10`. */
export function inOrder(values: readonly Value[]): readonly Value[] {
  return values.toSorted((a, b) =>
    typeof a === 'number' && typeof b === 'number'
      ? a - b
      : valueText(a).localeCompare(valueText(b), 'en', { numeric: true }),
  );
}

// Groups of two numbers or more that are equal, as `m=n=k`; a lone number or a text makes none.
function equalKeys(params: Params, keys: readonly string[]): readonly string[] {
  const numbers = keys.filter((key) => typeof params[key] === 'number');
  const groups = [...Map.groupBy(numbers, (key) => params[key]).values()];
  return groups.filter(({ length }) => length > 1).map((group) => group.join('='));
}

/** Equal factors where the logarithms of ascending values are more evenly apart than the values. */
export function spacingOf(values: readonly Value[]): Spacing {
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length < values.length) return 'names';
  const [least = 0, most = 0] = [numbers[0], numbers.at(-1)];
  if (least <= 0) return 'steps';
  if (numbers.length === 2) return most / least >= 4 ? 'factors' : 'steps';
  return unevenness(numbers.map(Math.log)) <= unevenness(numbers) ? 'factors' : 'steps';
}

// The standard deviation of the gaps over their mean.
function unevenness(values: readonly number[]): number {
  const gaps = values.slice(1).map((value, at) => value - (values[at] ?? 0));
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  const squares = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length;
  return Math.sqrt(squares) / mean;
}
