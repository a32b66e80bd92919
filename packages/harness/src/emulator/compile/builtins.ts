// Builtin functions of values alone: mathematics, bits, choices.
import { componentwise, unify } from './arithmetic.ts';
import type { Componentwise, ScalarCode } from './arithmetic.ts';
import { rounded } from './operators.ts';
import { scalarOf, scalars, vectorOf } from './types.ts';
import type { ScalarName, Type } from './types.ts';
import { helper } from './unit.ts';
import type { Unit } from './unit.ts';
import { concrete, convert } from './values.ts';
import type { Value } from './values.ts';

/** Compiles a call of a builtin; `type` is what stands between < and >. */
export type Builtin = (unit: Unit, args: readonly Value[], type: Type | null) => Value;

// Rounded to its type where that is a float.
const math =
  (write: (...args: string[]) => string): ScalarCode =>
  (type, args) =>
    rounded(type, write(...args));

const exact =
  (write: (...args: string[]) => string): ScalarCode =>
  (_, args) =>
    write(...args);

// Of floats, where literals are f32.
const floats: { readonly [name: string]: ScalarCode } = {
  ceil: math((a) => `Math.ceil(${a})`),
  cos: math((a) => `Math.cos(${a})`),
  exp: math((a) => `Math.exp(${a})`),
  exp2: math((a) => `2 ** ${a}`),
  floor: math((a) => `Math.floor(${a})`),
  fma: math((a, b, c) => `${a} * ${b} + ${c}`),
  inverseSqrt: math((a) => `1 / Math.sqrt(${a})`),
  log: math((a) => `Math.log(${a})`),
  log2: math((a) => `Math.log2(${a})`),
  pow: math((a, b) => `${a} ** ${b}`),
  sin: math((a) => `Math.sin(${a})`),
  sqrt: math((a) => `Math.sqrt(${a})`),
  tanh: math((a) => `Math.tanh(${a})`),
  trunc: math((a) => `Math.trunc(${a})`),
};

const numbers: { readonly [name: string]: ScalarCode } = {
  abs: math((a) => `Math.abs(${a})`),
  clamp: exact((a, low, high) => `L.min(L.max(${a}, ${low}), ${high})`),
  max: exact((a, b) => `L.max(${a}, ${b})`),
  min: exact((a, b) => `L.min(${a}, ${b})`),
  sign: exact((a) => `Math.sign(${a})`),
};

const signed = (type: ScalarName): string => (type === 'i32' ? 'I' : 'U');

const ofBits: { readonly [name: string]: ScalarCode } = {
  countLeadingZeros: (_, [a = '']) => `L.countLeadingZeros(${a})`,
  countOneBits: (_, [a = '']) => `L.countOneBits(${a})`,
  countTrailingZeros: (_, [a = '']) => `L.countTrailingZeros(${a})`,
  extractBits: (type, args) => `L.extractBits${signed(type)}(${args.join(', ')})`,
  firstLeadingBit: (type, [a = '']) => `L.firstLeadingBit${signed(type)}(${a})`,
  firstTrailingBit: (type, [a = '']) => `L.firstTrailingBit${signed(type)}(${a})`,
};

/** Unpacking, packing and products of bytes: what they are called is what the machine calls them. */
const packed: { readonly [name: string]: Type } = {
  dot4I8Packed: scalars.i32,
  dot4U8Packed: scalars.u32,
  pack2x16float: scalars.u32,
  unpack2x16float: vectorOf(2, scalars.f32),
  unpack4xI8: vectorOf(4, scalars.i32),
  unpack4xU8: vectorOf(4, scalars.u32),
};

// Both sides are computed, whatever is chosen: a read past the end is one even if nobody wants it.
const choice: Componentwise = {
  name: 'select',
  code: (_, [a = '', b = '', c = '']) => `(${c} ? ${b} : ${a})`,
};

function select(unit: Unit, [no, yes, condition]: readonly Value[]): Value {
  if (!no || !yes || !condition) throw new SyntaxError('select takes three values');
  const [a = no, b = yes] = isNumeric(no) ? unify([no, yes]) : [no, yes];
  if (condition.type.kind === 'vector' || [a, b, condition].every((value) => value.known !== undefined))
    return componentwise(unit, choice, [a, b, condition]);
  return { type: a.type, code: `L.select(${a.code}, ${b.code}, ${condition.code})` };
}

function isNumeric({ type }: Value): boolean {
  return type.kind === 'scalar' || type.kind === 'vector';
}

function dot(unit: Unit, args: readonly Value[]): Value {
  const [a, b] = unify(args);
  if (a?.type.kind !== 'vector' || !b) throw new SyntaxError('dot takes two vectors');
  const { size, of } = a.type;
  const terms = Array.from({ length: size }, (_, index) => rounded(of.name, `a[${index}] * b[${index}]`));
  const sum = terms.reduce((left, right) => rounded(of.name, `${left} + ${right}`));
  const made = helper(unit, `dot_${of.name}_${size}`, () => `(a, b) => ${sum}`);
  return { type: of, code: `${made}(${a.code}, ${b.code})` };
}

function bitcast(_: Unit, [value]: readonly Value[], type: Type | null): Value {
  if (!value || !type) throw new SyntaxError('bitcast takes a type and a value');
  const { code, type: own } = concrete(value);
  const [from, to] = [scalarOf(own).name, scalarOf(type).name];
  if (from === to) return { type, code };
  const count = type.kind === 'vector' ? type.size : null;
  return { type, code: `L.bitcast(${code}, '${from}', '${to}', ${count})` };
}

function truths(method: 'every' | 'some'): Builtin {
  return (_, [value]) => {
    if (!value) throw new SyntaxError('all and any take a value');
    if (value.type.kind === 'scalar') return value;
    return { type: scalars.bool, code: `${value.code}.${method}(Boolean)` };
  };
}

const others: { readonly [name: string]: Builtin } = {
  all: truths('every'),
  any: truths('some'),
  bitcast,
  dot,
  select,
};

/** The builtin of that name; null where it is none of these. */
export function builtinNamed(name: string): Builtin | null {
  const ofFloats = floats[name];
  if (ofFloats)
    return (unit, args) =>
      componentwise(unit, { name, code: ofFloats }, unify(args).map(concrete).map(fraction));
  const ofNumbers = numbers[name];
  if (ofNumbers) return (unit, args) => componentwise(unit, { name, code: ofNumbers }, unify(args));
  const bits = ofBits[name];
  if (bits)
    return (unit, [value, ...counts]) =>
      componentwise(
        unit,
        { name, code: bits },
        value ? [concrete(value), ...counts.map((count) => convert(count, 'u32'))] : [],
      );
  const result = packed[name];
  if (result)
    return (_, args) => ({ type: result, code: `L.${name}(${args.map((arg) => arg.code).join(', ')})` });
  return others[name] ?? null;
}

// `exp(1)` is that of a float.
function fraction(value: Value): Value {
  return scalarOf(value.type).name === 'i32' ? convert(value, 'f32') : value;
}
