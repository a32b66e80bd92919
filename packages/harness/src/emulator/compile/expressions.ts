// Expressions of a shader as JavaScript with a type.
import type { Call, Expression, Name } from '../syntax/tree.ts';
import { binary, unary } from './arithmetic.ts';
import { builtinNamed } from './builtins.ts';
import { elementOf, load, memberOf } from './places.ts';
import { threadBuiltin } from './thread-builtins.ts';
import { typeNamed, typeOf } from './type-names.ts';
import { nameOf, scalarOf, vectorOf } from './types.ts';
import type { Type } from './types.ts';
import { helper, lookUp, refuse } from './unit.ts';
import type { CompiledFunction, Scope } from './unit.ts';
import { as, concrete, convert, known, matrixCode, zeroOf } from './values.ts';
import type { Value } from './values.ts';

/** Compiles one expression. */
export function compileExpression(scope: Scope, expression: Expression): Value {
  const value = compileAny(scope, expression);
  scope.unit.types?.set(expression, value.type);
  return value;
}

function compileAny(scope: Scope, expression: Expression): Value {
  const { unit } = scope;
  const at = { unit, line: expression.line };
  const part = (of: Expression) => compileExpression(scope, of);
  switch (expression.kind) {
    case 'number':
      return literal(expression.text);
    case 'name':
      return named(scope, expression);
    case 'unary':
      return expression.op === '&' || expression.op === '*'
        ? pointer(expression.op, part(expression.of), expression.line)
        : unary(unit, expression.op, part(expression.of));
    case 'binary':
      return binary(unit, expression.op, [part(expression.left), part(expression.right)]);
    case 'index':
      return elementOf(at, part(expression.of), part(expression.index));
    case 'member':
      return memberOf(at, part(expression.of), expression.name);
    case 'call':
      return called(scope, expression);
    default:
      return expression satisfies never;
  }
}

/** The type that an expression names. */
export function compileType(scope: Scope, expression: Expression): Type {
  return typeOf(scope, expression, (count) => countOf(scope, count));
}

/** The number that an expression of constants comes to. */
export function countOf(scope: Scope, expression: Expression): number {
  const { known: count } = compileExpression(scope, expression);
  return typeof count === 'number' ? count : refuse(expression, 'a number known beforehand is due here');
}

function literal(text: string): Value {
  const [, digits = text, suffix = ''] =
    /^(0[xX].*?[pP][+-]?\d+|0[xX][\da-fA-F]+|[^iufh]*)([iufh]?)$/.exec(text) ?? [];
  const value = numberOf(digits);
  const type = { i: 'i32', u: 'u32', f: 'f32', h: 'f16' } as const;
  if (suffix === 'i' || suffix === 'u' || suffix === 'f' || suffix === 'h')
    return convert(known('float', value), type[suffix]);
  return known(/^0[xX][\da-fA-F]+$|^\d+$/.test(digits) ? 'int' : 'float', value);
}

// JavaScript reads no hexadecimal fractions.
function numberOf(digits: string): number {
  const [, whole, fraction = '', exponent = '0'] =
    /^0[xX]([\da-fA-F]*)\.?([\da-fA-F]*)[pP]([+-]?\d+)$/.exec(digits) ?? [];
  if (whole === undefined) return Number(digits);
  return Number.parseInt(whole + fraction, 16) * 2 ** (Number(exponent) - 4 * fraction.length);
}

function named(scope: Scope, name: Name): Value {
  if (name.name === 'true' || name.name === 'false') return known('bool', name.name === 'true');
  const meaning = lookUp(scope, name.name);
  if (meaning?.is === 'value') return meaning.value;
  if (meaning?.is === 'variable') return load(meaning.place, meaning.type, name.line);
  return refuse(name, `no value is called ${name.name}`);
}

function pointer(op: '&' | '*', value: Value, line: number): Value {
  const { place, type } = value;
  if (!place) return refuse({ line }, 'a pointer points at a variable');
  if (op === '&') return { type: { kind: 'pointer', to: type }, code: '', place };
  if (type.kind !== 'pointer') return refuse({ line }, `${nameOf(type)} is no pointer`);
  return load(place, type.to, line);
}

function called(scope: Scope, call: Call): Value {
  const { callee } = call;
  const meaning = lookUp(scope, callee.name);
  const args = call.args.map((arg) => compileExpression(scope, arg));
  if (meaning?.is === 'function') return callFunction(scope, meaning.fn, { args, call });
  const type =
    typeNamed(scope, callee, (count) => countOf(scope, count)) ?? inferred(callee.name, args.map(settled));
  if (type) return construct(scope, type, { args, call });
  // `row_major` and `col_major` are orders, no types.
  const template = callee.args.find((arg) => !(arg.kind === 'name' && arg.name.endsWith('_major')));
  const wanted = template ? compileType(scope, template) : null;
  const builtin = builtinNamed(callee.name);
  if (builtin) return builtin(scope.unit, args, wanted);
  return (
    threadBuiltin({ scope, callee, args, type: wanted }) ??
    refuse(call, `the emulator knows no function ${callee.name}`)
  );
}

function settled(value: Value): Type {
  return concrete(value).type;
}

// A vector or an array whose parts say what it is made of: `vec2(1.0, x)`.
function inferred(name: string, parts: readonly Type[]): Type | null {
  const [of] = parts;
  const [, size] = /^vec([234])$/.exec(name) ?? [];
  if (!of) return null;
  if (size !== undefined) return vectorOf(Number(size), scalarOf(of));
  return name === 'array' ? { kind: 'array', of, count: parts.length } : null;
}

interface Given {
  readonly args: readonly Value[];
  readonly call: Call;
}

function callFunction(scope: Scope, fn: CompiledFunction, { args, call }: Given): Value {
  if (args.length !== fn.parameters.length)
    return refuse(call, `${call.callee.name} takes ${fn.parameters.length} values, not ${args.length}`);
  const given = args.map((arg, index) => as(arg, fn.parameters[index] ?? arg.type).code);
  if (fn.yields) scope.body.yields = true;
  const code = `${fn.name}(${given.join(', ')})`;
  return { type: fn.result, code: fn.yields ? `(yield* ${code})` : code };
}

function construct(scope: Scope, type: Type, { args, call }: Given): Value {
  const [first] = args;
  if (!first) return zeroOf(type);
  switch (type.kind) {
    case 'scalar':
      return convert(first, type.name);
    case 'vector':
      return constructVector(scope, type, args);
    case 'array':
      return { type, code: `[${args.map((arg) => as(arg, type.of).code).join(', ')}]` };
    case 'struct': {
      const parts = type.members.map((member, index) => as(args[index] ?? zeroOf(member.type), member.type));
      return { type, code: `[${parts.map((part) => part.code).join(', ')}]` };
    }
    case 'matrix':
      return { type, code: `L.zeroMatrix(${matrixCode(type)}, ${convert(first, 'f32').code})` };
    default:
      return refuse(call, `${nameOf(type)} is not made of values`);
  }
}

function constructVector(scope: Scope, type: Type & { kind: 'vector' }, args: readonly Value[]): Value {
  const parts = args.map((arg) => convert(arg, type.of.name));
  const [only] = parts;
  if (only && parts.length === 1) {
    if (only.type.kind === 'vector') return { ...only, type };
    const write = () => `(x) => [${Array(type.size).fill('x').join(', ')}]`;
    return { type, code: `${helper(scope.unit, `splat_${type.size}`, write)}(${only.code})` };
  }
  if (parts.every((part) => part.type.kind === 'scalar'))
    return { type, code: `[${parts.map((part) => part.code).join(', ')}]` };
  const sizes = parts.map((part) => (part.type.kind === 'vector' ? part.type.size : 1));
  const names = sizes.map((_, index) => `a${index}`);
  const list = sizes.flatMap((size, index) =>
    size === 1 ? [`a${index}`] : Array.from({ length: size }, (_, at) => `a${index}[${at}]`),
  );
  const write = () => `(${names.join(', ')}) => [${list.join(', ')}]`;
  const join = helper(scope.unit, `join_${sizes.join('')}`, write);
  return { type, code: `${join}(${parts.map((part) => part.code).join(', ')})` };
}
