// What an expression may come to in a launch, as bounds, and what operators make of that.

/** The least and the greatest value that an expression has: of a condition 0 or 1, of a real number its literal alone. */
export interface Known {
  readonly kind: 'integer' | 'real' | 'condition';
  readonly least: number;
  readonly most: number;
}

/** An integer between two bounds, or of one value. */
export function integer(least: number, most = least): Known {
  return { kind: 'integer', least, most };
}

/** A condition that is decided. */
export function decided(value: boolean): Known {
  return { kind: 'condition', least: Number(value), most: Number(value) };
}

/** The value of a literal; null for what is no plain number. */
export function literal(text: string): Known | null {
  if (text === 'true' || text === 'false') return decided(text === 'true');
  const digits = /^(0[xX][\da-fA-F]+|[\d.]+)[iufh]?$/.exec(text)?.[1];
  const value = digits === undefined ? Number.NaN : Number(digits);
  if (Number.isNaN(value)) return null;
  const isInteger = /^(?:0[xX][\da-fA-F]+|\d+)[iu]?$/.test(text);
  return { kind: isInteger ? 'integer' : 'real', least: value, most: value };
}

/** The text of what has one value; null for what has several. */
export function printed({ kind, least, most }: Known): string | null {
  return least === most ? printers[kind](least) : null;
}

const printers: { readonly [kind in Known['kind']]: (value: number) => string } = {
  integer: String,
  real: (value) => `${value}f`,
  condition: (value) => String(value === 1),
};

/** What an operator makes of two values; null where that is open, or wraps round as an unsigned integer. */
export function apply(operator: string, left: Known, right: Known): Known | null {
  if ((left.kind === 'condition') !== (right.kind === 'condition')) return null;
  const truth = comparisons.get(operator)?.(left, right) ?? null;
  return truth === null ? calculate(operator, left, right) : decided(truth);
}

function calculate(operator: string, left: Known, right: Known): Known | null {
  if (left.kind !== 'integer' || right.kind !== 'integer') return null;
  const result = operations.get(operator)?.(left, right);
  return result && result.least >= 0 && result.most < 2 ** 32 ? result : null;
}

const operations: ReadonlyMap<string, (a: Known, b: Known) => Known> = new Map([
  ['+', (a: Known, b: Known) => integer(a.least + b.least, a.most + b.most)],
  ['-', (a: Known, b: Known) => integer(a.least - b.most, a.most - b.least)],
  ['*', (a: Known, b: Known) => integer(a.least * b.least, a.most * b.most)],
  ['/', (a: Known, b: Known) => integer(Math.floor(a.least / b.most), Math.floor(a.most / b.least))],
  ['%', (a: Known, b: Known) => (areOne(a, b) ? integer(a.least % b.least) : integer(0, b.most - 1))],
]);

type Compare = (a: Known, b: Known) => boolean | null;

const isLess: Compare = (a, b) => (a.most < b.least ? true : a.least >= b.most ? false : null);
const isEqual: Compare = (a, b) => {
  if (a.most < b.least || a.least > b.most) return false;
  return areOne(a, b) ? true : null;
};
const isNot = (truth: boolean | null) => (truth === null ? null : !truth);

const comparisons: ReadonlyMap<string, Compare> = new Map<string, Compare>([
  ['<', isLess],
  ['>=', (a, b) => isNot(isLess(a, b))],
  ['>', (a, b) => isLess(b, a)],
  ['<=', (a, b) => isNot(isLess(b, a))],
  ['==', isEqual],
  ['!=', (a, b) => isNot(isEqual(a, b))],
]);

function areOne(a: Known, b: Known): boolean {
  return a.least === a.most && b.least === b.most;
}
