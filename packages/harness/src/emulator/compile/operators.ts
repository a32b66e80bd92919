// Operators on scalars as JavaScript: integers wrap, floats are rounded after each step.
import type { ScalarName } from './types.ts';

type Write = (a: string, b: string) => string;

const u32: { readonly [op: string]: Write } = {
  '+': (a, b) => `(${a} + ${b} >>> 0)`,
  '-': (a, b) => `(${a} - ${b} >>> 0)`,
  '*': (a, b) => `(Math.imul(${a}, ${b}) >>> 0)`,
  '/': (a, b) => (isNonZero(b) ? `(${a} / ${b} >>> 0)` : `L.divideU(${a}, ${b})`),
  '%': (a, b) => (isNonZero(b) ? `(${a} % ${b})` : `L.remainderU(${a}, ${b})`),
  '&': (a, b) => `((${a} & ${b}) >>> 0)`,
  '|': (a, b) => `((${a} | ${b}) >>> 0)`,
  '^': (a, b) => `((${a} ^ ${b}) >>> 0)`,
  '<<': (a, b) => `(${a} << ${b} >>> 0)`,
  '>>': (a, b) => `(${a} >>> ${b})`,
};

const i32: { readonly [op: string]: Write } = {
  '+': (a, b) => `(${a} + ${b} | 0)`,
  '-': (a, b) => `(${a} - ${b} | 0)`,
  '*': (a, b) => `Math.imul(${a}, ${b})`,
  '/': (a, b) => `L.divideI(${a}, ${b})`,
  '%': (a, b) => `L.remainderI(${a}, ${b})`,
  '&': (a, b) => `(${a} & ${b})`,
  '|': (a, b) => `(${a} | ${b})`,
  '^': (a, b) => `(${a} ^ ${b})`,
  '<<': (a, b) => `(${a} << ${b})`,
  '>>': (a, b) => `(${a} >> ${b})`,
};

const comparisons: { readonly [op: string]: Write } = {
  '==': (a, b) => `(${a} === ${b})`,
  '!=': (a, b) => `(${a} !== ${b})`,
  '<': (a, b) => `(${a} < ${b})`,
  '<=': (a, b) => `(${a} <= ${b})`,
  '>': (a, b) => `(${a} > ${b})`,
  '>=': (a, b) => `(${a} >= ${b})`,
};

const truths: { readonly [op: string]: Write } = {
  '&&': (a, b) => `(${a} && ${b})`,
  '||': (a, b) => `(${a} || ${b})`,
  '&': (a, b) => `L.both(${a}, ${b})`,
  '|': (a, b) => `L.either(${a}, ${b})`,
};

/** Whether an operator gives a truth. */
export function isComparison(op: string): boolean {
  return op in comparisons;
}

/** The JavaScript of `a op b` of one scalar type. Throws where WGSL has no such operator. */
export function binaryCode(op: string, type: ScalarName, a: string, b: string): string {
  const write = comparisons[op] ?? tableOf(type)[op];
  if (!write) throw new SyntaxError(`no operator ${op} of ${type}`);
  return write(a, b);
}

function tableOf(type: ScalarName): { readonly [op: string]: Write } {
  switch (type) {
    case 'u32':
      return u32;
    case 'i32':
      return i32;
    case 'bool':
      return truths;
    case 'f32':
    case 'f16':
    case 'float':
      return floats(type);
    case 'int':
      return wholes;
    default:
      return type satisfies never;
  }
}

// Literals have no width: what they come to is a double.
const wholes: { readonly [op: string]: Write } = {
  ...i32,
  '+': (a, b) => `(${a} + ${b})`,
  '-': (a, b) => `(${a} - ${b})`,
  '*': (a, b) => `(${a} * ${b})`,
  '/': (a, b) => `Math.trunc(${a} / ${b})`,
  '%': (a, b) => `(${a} % ${b})`,
};

function floats(type: ScalarName): { readonly [op: string]: Write } {
  return Object.fromEntries(
    ['+', '-', '*', '/', '%'].map((op) => [op, (a: string, b: string) => rounded(type, `${a} ${op} ${b}`)]),
  );
}

/** A value rounded to its type. */
export function rounded(type: ScalarName, code: string): string {
  switch (type) {
    case 'f32':
      return `F(${code})`;
    case 'f16':
      return `H(${code})`;
    case 'u32':
      return `(${code} >>> 0)`;
    case 'i32':
      return `(${code} | 0)`;
    default:
      return `(${code})`;
  }
}

/** The JavaScript of an operator in front of a value. */
export function unaryCode(op: string, type: ScalarName, a: string): string {
  if (op === '!') return `(!${a})`;
  if (op === '~') return rounded(type, `~${a}`);
  if (op === '-') return type === 'i32' ? `(-${a} | 0)` : `(-${a})`;
  throw new SyntaxError(`no operator ${op} of ${type}`);
}

/** The JavaScript that turns a scalar of one type into another. */
export function convertCode(from: ScalarName, to: ScalarName, code: string): string {
  if (from === to) return code;
  if (to === 'bool') return `(${code} !== 0)`;
  const number = from === 'bool' ? `(${code} ? 1 : 0)` : code;
  const isWhole = to === 'u32' || to === 'i32';
  const isFraction = from === 'f32' || from === 'f16' || from === 'float';
  return rounded(to, isWhole && isFraction ? `L.truncate(${number}, ${to === 'i32'})` : number);
}

function isNonZero(code: string): boolean {
  return /^\d+$/.test(code) && Number(code) !== 0;
}
