// How far a value may be off in f32, as a program of its own: each operator says what it makes of the errors of its operands and what it
// adds. Evaluated in f64 beside the program itself.
//
// u = 2^-24. Errors of operands add up where they may be of one sign, and as a walk where a product adds up many of them times
// weights of either sign: what each may be is several times what it mostly is. (`evaluateWithBounds` of the compiler is certain, and a
// hundred times as wide behind a few products.) A sum of n terms, in whatever order, is off by no more than 4·√n·u·√(Σx² + (Σx)²) (Higham and Mary, 2019),
// and exponentials, quotients and roots by what WGSL allows them.
import { add, abs, countOf, div, mul, node, operatorOf, sqrt, sub } from '@kernel-ladder/fusion';
import type { Expression } from '@kernel-ladder/fusion';
import { unitRoundoff } from '@kernel-ladder/harness';

const u = unitRoundoff.f32;

/** An error; null where there is none. */
type Bound = Expression | null;

interface At {
  readonly value: Expression;
  readonly operands: readonly Expression[];
  readonly bounds: readonly Bound[];
}

/** The bound of a value; null where it is exact. Throws where nothing is known of an operator. */
export function boundOf(value: Expression, known = new Map<Expression, Bound>()): Bound {
  const found = known.get(value);
  if (found !== undefined) return found;
  const bounds = value.operands.map((operand) => boundOf(operand, known));
  const bound = ruleOf(value)({ value, operands: value.operands, bounds });
  known.set(value, bound);
  return bound;
}

function ruleOf({ op }: Expression): (at: At) => Bound {
  if (op === 'input' || operatorOf(op).class === 'source') return () => null;
  if (operatorOf(op).class === 'view')
    return ({ value, bounds: [bound] }) => (bound ? node(op, [bound], value.attributes) : null);
  const rule = rules[op];
  if (!rule) throw new Error(`no bound is known of the operator "${op}"`);
  return rule;
}

const rules: { readonly [op: string]: (at: At) => Bound } = {
  add: ({ value, bounds }) => total([...bounds, share(value, u)]),
  sub: ({ value, bounds }) => total([...bounds, share(value, u)]),
  mul: ({ value, operands: [x, y], bounds: [ofX, ofY] }) =>
    total([times(ofX, y), times(ofY, x), share(value, u)]),
  div: ({ value, operands: [, y], bounds: [ofX, ofY] }) => {
    const moved = total([ofX ?? null, times(ofY, value)]);
    return total([moved && y ? div(moved, abs(y)) : null, share(value, 5 * u)]);
  },
  // No farther apart than what they are taken of.
  max: ({ bounds }) => total(bounds),
  relu: ({ bounds }) => total(bounds),
  abs: ({ bounds }) => total(bounds),
  detach: ({ bounds }) => total(bounds),
  neg: ({ bounds }) => total(bounds),
  select: ({ operands: [condition], bounds: [, x, y], value }) => {
    const zero = mul(value, 0);
    return condition && (x || y) ? node('select', [condition, x ?? zero, y ?? zero]) : null;
  },
  // Conditions are of places, which are exact.
  compare: () => null,
  exp: ({ value, operands: [x], bounds: [ofX] }) =>
    total([times(ofX, value), x ? mul(value, add(mul(abs(x), 4 * u), 6 * u)) : null]),
  rsqrt: ({ value, operands: [x], bounds: [ofX] }) =>
    total([ofX && x ? mul(value, div(mul(ofX, 0.5), x)) : null, share(value, 4 * u)]),
  // A share of x that is a quotient with an exponential; the slope is 1.13 at most.
  gelu: ({ value, operands: [x], bounds: [ofX] }) => {
    const exponent = x ? mul(abs(x), add(mul(mul(x, x), 0.72 * u), 16 * u)) : null;
    return total([ofX ? mul(ofX, 1.2) : null, share(value, 14 * u), times(exponent, value)]);
  },
  silu: ({ value, operands: [x], bounds: [ofX] }) =>
    total([ofX ? mul(ofX, 1.2) : null, share(value, 14 * u), x ? times(mul(abs(x), 4 * u), value) : null]),
  // Its slope is s·(1 − s).
  sigmoid: ({ value, operands: [x], bounds: [ofX] }) =>
    total([
      ofX ? mul(ofX, mul(value, sub(1, value))) : null,
      share(value, 12 * u),
      x ? times(mul(abs(x), 4 * u), value) : null,
    ]),
  // What lies far below the greatest may be off by more than all others, and is no greatest.
  'reduce-max': ({ value, operands: [x], bounds: [ofX] }) =>
    x && ofX ? sub(node('reduce-max', [add(x, ofX)], value.attributes), value) : null,
  'reduce-sum': ({ value, operands: [x], bounds: [ofX] }) => {
    if (!x) return null;
    const fold = (each: Expression) => node('reduce-sum', [each], value.attributes);
    const terms = countOf(x.type.shape) / Math.max(1, countOf(value.type.shape));
    return total([ofX ? fold(ofX) : null, walk(fold(mul(x, x)), value, terms)]);
  },
  matmul: ({ value, operands: [a, b], bounds: [ofA, ofB] }) => {
    if (!a || !b) return null;
    const product = (left: Expression, right: Expression) => node('matmul', [left, right], value.attributes);
    const moved = total([
      ofA ? product(square(ofA), square(b)) : null,
      ofB ? product(square(a), square(ofB)) : null,
    ]);
    const terms = Math.sqrt(
      (countOf(a.type.shape) * countOf(b.type.shape)) / Math.max(1, countOf(value.type.shape)),
    );
    const batch = countOf(value.type.shape.slice(0, -2));
    return total([
      moved ? sqrt(moved) : null,
      walk(product(square(a), square(b)), value, terms / Math.sqrt(batch)),
    ]);
  },
};

function square(each: Expression): Expression {
  return mul(each, each);
}

// Of a sum and the sum of the squares of its terms.
function walk(squares: Expression, whole: Expression, terms: number): Expression {
  return mul(sqrt(add(squares, mul(whole, whole))), 4 * Math.sqrt(Math.max(1, terms)) * u);
}

function total(bounds: readonly (Bound | undefined)[]): Bound {
  const real = bounds.filter((bound) => bound !== null && bound !== undefined);
  return real.length === 0 ? null : real.reduce((left, right) => add(left, right));
}

function times(bound: Bound | undefined, factor: Expression | undefined): Bound {
  return bound && factor ? mul(bound, abs(factor)) : null;
}

function share(value: Expression, part: number): Expression {
  return mul(abs(value), part);
}
