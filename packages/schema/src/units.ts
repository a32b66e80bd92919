// Units and how they scale: whoever writes a number for people takes its unit from here.

/** What a rate counts: operations on floats or on integers. */
export type NumberType = 'float' | 'integer';

/** A unit, and what a value in the metric's own unit is divided by to reach it. */
export interface Unit {
  readonly divisor: number;
  readonly name: string;
}

/** The units of a quantity by what its operations work on, the smallest first; the divisor 1 stands for the unit of the stored value. */
export type Units = Readonly<Record<NumberType, readonly Unit[]>>;

const same = (units: readonly Unit[]): Units => ({ float: units, integer: units });

/** Durations, stored in nanoseconds. */
export const times = same([
  { divisor: 1, name: 'ns' },
  { divisor: 1e3, name: 'µs' },
  { divisor: 1e6, name: 'ms' },
  { divisor: 1e9, name: 's' },
]);

/** Bytes per time, stored in GB/s. Data sheets write thousands of GB/s, and so does this project. */
export const bandwidths = same([
  { divisor: 1e-3, name: 'MB/s' },
  { divisor: 1, name: 'GB/s' },
]);

/** Operations per time, stored in 1e9 a second. */
export const rates: Units = { float: ratesOf('FLOP/s'), integer: ratesOf('OP/s') };

/** Shares, stored in percent. */
export const shares = same([{ divisor: 1, name: '%' }]);

function ratesOf(unit: string): readonly Unit[] {
  return [
    { divisor: 1e-3, name: `M${unit}` },
    { divisor: 1, name: `G${unit}` },
    { divisor: 1e3, name: `T${unit}` },
  ];
}

/** What a scalar type or the name of an arithmetic roof works on: `i32` and `dot4:i8-i32` on integers, `tensor:f16-f32` on floats. */
export function numberTypeOf(kind: string): NumberType {
  const accumulator = kind.split(/[:-]/).at(-1) ?? kind;
  return /^[iu]\d/.test(accumulator) ? 'integer' : 'float';
}

/** The unit in which a value reads best. */
export function fittingUnit(units: Units, value: number, numbers: NumberType): Unit {
  // Rounded first, so that 999.96 µs becomes 1.000 ms and not 1,000 µs.
  const rounded = Number(value.toPrecision(4));
  const own = units[numbers];
  const found = own.findLast(({ divisor }) => rounded >= divisor) ?? own[0];
  if (!found) throw new Error('a quantity without a unit');
  return found;
}

/** The unit of the stored value. */
export function storedUnit(units: Units, numbers: NumberType): string {
  const own = units[numbers].find(({ divisor }) => divisor === 1);
  if (!own) throw new Error('a quantity whose stored unit has no name');
  return own.name;
}
