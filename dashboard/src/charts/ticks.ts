// The numbers along an axis: how they look, and which of a logarithmic axis are named.
import type { Theme } from '../theme.ts';

/** How the numbers of an axis look. */
export function ticksOf(theme: Theme) {
  return { color: theme.muted, font: { size: 11 } };
}

/** The leading digits that get a name: few over decades, more where the axis is too short for three of them. */
const leadingDigits: readonly (readonly number[])[] = [
  [1, 2, 5],
  [1, 2, 3, 4, 5, 6, 7, 8, 9],
];

/** Whether a tick of a logarithmic axis gets a name. */
export function isNamed(value: number, ticks: readonly { readonly value: number }[]): boolean {
  // An axis asks for each of its ticks, dozens of them.
  const enough = digitsOf.get(ticks) ?? namedDigits(ticks);
  digitsOf.set(ticks, enough);
  // Two significant digits: the ends of the axis are anywhere, and their names would be noise.
  return enough === 'two' ? value === Number(value.toPrecision(2)) : starts(value, enough);
}

const digitsOf = new WeakMap<object, readonly number[] | 'two'>();

function namedDigits(ticks: readonly { readonly value: number }[]): readonly number[] | 'two' {
  return (
    leadingDigits.find((digits) => ticks.filter((tick) => starts(tick.value, digits)).length > 2) ?? 'two'
  );
}

function starts(value: number, digits: readonly number[]): boolean {
  return digits.includes(Number(value.toExponential(6).split('e')[0]));
}
