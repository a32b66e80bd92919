// Which cases differ from a chosen one by their size alone, and along what.
import type { SiteSeries } from '@kernel-ladder/schema';

type Params = SiteSeries['params'];

/** A way from the chosen case to its smaller and larger ones. */
interface Sweep {
  /** What grows, as in `m = n = k`. */
  readonly axis: string;
  /** The size of a case of this sweep; null for any other case. */
  readonly sizeOf: (params: Params) => number | null;
}

/**
 * The sweep with most sizes that a case belongs to; null where no other case differs by size alone. What grows is one parameter, several
 * that are equal, or one of two whose product, the amount of data, stays.
 */
export function sweepOf(chosen: Params, all: readonly Params[]): Sweep | null {
  const sizes = ({ sizeOf }: Sweep) => new Set(all.map(sizeOf).filter((size) => size !== null)).size;
  const [best] = candidatesOf(chosen).toSorted((a, b) => sizes(b) - sizes(a));
  return best && sizes(best) > 1 ? best : null;
}

function candidatesOf(chosen: Params): readonly Sweep[] {
  const numbers = Object.entries(chosen).flatMap(([key, value]) =>
    typeof value === 'number' ? [{ key, value }] : [],
  );
  const equals = [...Map.groupBy(numbers, ({ value }) => value).values()].filter(({ length }) => length > 1);
  const keys = numbers.map(({ key }) => key);
  return [
    ...equals.map((group) =>
      together(
        chosen,
        group.map(({ key }) => key),
      ),
    ),
    ...keys.map((key) => together(chosen, [key])),
    ...keys.flatMap((first, at) => keys.slice(at + 1).map((second) => opposed(chosen, [first, second]))),
  ];
}

function together(chosen: Params, keys: readonly string[]): Sweep {
  return {
    axis: keys.join(' = '),
    sizeOf: (params) => {
      const [size, ...others] = keys.map((key) => params[key]);
      const isOne = others.every((other) => other === size) && agree(chosen, params, keys);
      return isOne && typeof size === 'number' ? size : null;
    },
  };
}

function opposed(chosen: Params, [outer, inner]: readonly [outer: string, inner: string]): Sweep {
  const product = (params: Params) => Number(params[outer]) * Number(params[inner]);
  return {
    axis: `${inner}, with ${outer} × ${inner} = ${product(chosen).toLocaleString('en')}`,
    sizeOf: (params) => {
      const isOne = product(params) === product(chosen) && agree(chosen, params, [outer, inner]);
      return isOne ? Number(params[inner]) : null;
    },
  };
}

function agree(a: Params, b: Params, but: readonly string[]): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => but.includes(key) || a[key] === b[key]);
}
