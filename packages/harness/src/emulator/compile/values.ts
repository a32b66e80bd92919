// Values and places of a shader as JavaScript text, with their types.
import { bits, extremes, integers } from '../machine/arithmetic.ts';
import { convertCode } from './operators.ts';
import { layoutOf, nameOf, offsetOf, scalarOf, strideOf, withScalar } from './types.ts';
import type { ScalarName, Type } from './types.ts';

/** The JavaScript of an expression. */
export interface Value {
  readonly type: Type;
  readonly code: string;
  /** Known when compiled, of a scalar. */
  readonly known?: number | boolean;
  /** Where it is read from. */
  readonly place?: Place;
}

/** What can be written to: memory that threads share, or a variable of one thread. */
export type Place =
  | {
      readonly in: 'memory';
      readonly region: string;
      /** JavaScript of the offset in bytes. */
      readonly offset: string;
      readonly isStorage: boolean;
    }
  | { readonly in: 'thread'; readonly read: string; readonly write: (value: string) => string };

/** A scalar that is known when compiled. */
export function known(type: ScalarName, value: number | boolean): Value {
  const code = Object.is(value, -0) ? '-0' : String(value);
  const text = typeof value === 'number' && (value < 0 || Object.is(value, -0)) ? `(${code})` : code;
  return { type: { kind: 'scalar', name: type }, code: text, known: value };
}

/** The value in another scalar type of the same shape. A number known beforehand stays one. */
export function convert(value: Value, to: ScalarName): Value {
  const { name: from } = scalarOf(value.type);
  if (from === to) return value;
  if (value.known !== undefined) return known(to, evaluate(convertCode(from, to, 'a'), value.known));
  const type = withScalar(value.type, { kind: 'scalar', name: to });
  if (type.kind !== 'vector') return { type, code: convertCode(from, to, value.code) };
  return { type, code: `(${value.code}).map((x) => ${convertCode(from, to, 'x')})` };
}

/** The value where a type is called for: a literal takes it, another type is refused. */
export function as(value: Value, type: Type): Value {
  if (type.kind !== 'scalar' && type.kind !== 'vector') return value;
  const [from, to] = [scalarOf(value.type).name, scalarOf(type).name];
  if (from === to) return value;
  if (from !== 'int' && !(from === 'float' && (to === 'f32' || to === 'f16' || to === 'float')))
    throw new SyntaxError(`${nameOf(value.type)} where ${nameOf(type)} is due`);
  return convert(value, to);
}

/** A literal in the type that it has where nothing calls for another. */
export function concrete(value: Value): Value {
  if (value.type.kind !== 'scalar' && value.type.kind !== 'vector') return value;
  const { name } = scalarOf(value.type);
  if (name === 'int') return convert(value, 'i32');
  return name === 'float' ? convert(value, 'f32') : value;
}

// Compiled once for each operator and type.
const functions = new Map<string, (a: Known, b?: Known, c?: Known) => Known>();

type Known = number | boolean;

/** What JavaScript of `a`, `b` and `c` comes to. */
export function evaluate(code: string, ...[a, b, c]: readonly [Known, Known?, Known?]): Known {
  const made = functions.get(code) ?? constantFunction(code);
  functions.set(code, made);
  return made(a, b, c);
}

function constantFunction(code: string): (a: Known, b?: Known, c?: Known) => Known {
  // The text comes from the tables of operators and builtins.
  const make = new Function('L', 'F', 'H', `return (a, b, c) => ${code}`);
  return make({ ...integers, ...extremes, ...bits }, Math.fround, Math.f16round);
}

/** A value of a type that is all zero. */
export function zeroOf(type: Type): Value {
  switch (type.kind) {
    case 'scalar':
      return known(type.name, type.name === 'bool' ? false : 0);
    case 'vector':
      return { type, code: `[${Array(type.size).fill(zeroOf(type.of).code).join(', ')}]` };
    case 'array':
      return { type, code: `L.repeat(${type.count}, () => ${zeroOf(type.of).code})` };
    case 'struct':
      return { type, code: `[${type.members.map((member) => zeroOf(member.type).code).join(', ')}]` };
    case 'matrix':
      return { type, code: `L.zeroMatrix(${matrixCode(type)})` };
    default:
      throw new SyntaxError(`${nameOf(type)} has no zero`);
  }
}

/** A matrix type as the machine takes it. */
export function matrixCode(type: Type): string {
  return JSON.stringify(type);
}

const accessors: { readonly [name: string]: string } = { f32: 'F32', f16: 'F16', u32: 'U32', i32: 'I32' };

/** JavaScript that reads memory. */
export function readCode(region: string, offset: string, type: Type, line: number): string {
  const read = (at: string, of: Type) => readCode(region, at, of, line);
  switch (type.kind) {
    case 'scalar':
      if (type.name === 'bool') return `(${region}.readU32(${offset}, ${line}) !== 0)`;
      return `${region}.read${accessors[type.name]}(${offset}, ${line})`;
    case 'vector':
      return `${region}.readVector${accessors[type.of.name]}(${offset}, ${type.size}, ${line})`;
    case 'atomic':
      return `${region}.load(${offset}, '${type.of.name}', ${line})`;
    case 'array':
      return `L.gather(${offset}, ${type.count}, ${strideOf(type)}, (at) => ${read('at', type.of)})`;
    case 'struct': {
      const members = type.members.map((member, index) => read(`at + ${offsetOf(type, index)}`, member.type));
      return `((at) => [${members.join(', ')}])(${offset})`;
    }
    default:
      throw new SyntaxError(`${nameOf(type)} is read from no memory`);
  }
}

/** JavaScript that writes memory, a statement. */
export function writeCode(
  { region, offset }: { readonly region: string; readonly offset: string },
  { type, code }: Value,
  line: number,
): string {
  const write = (at: string, of: Type, from: string) =>
    writeCode({ region, offset: at }, { type: of, code: from }, line);
  switch (type.kind) {
    case 'scalar':
      if (type.name === 'bool') return `${region}.writeU32(${offset}, ${code} ? 1 : 0, ${line});`;
      return `${region}.write${accessors[type.name]}(${offset}, ${code}, ${line});`;
    case 'vector':
      return `${region}.writeVector${accessors[type.of.name]}(${offset}, ${code}, ${line});`;
    case 'array': {
      const each = write(`at + index * ${strideOf(type)}`, type.of, 'item');
      return `((at, value) => { for (const [index, item] of value.entries()) { ${each} } })(${offset}, ${code});`;
    }
    case 'struct': {
      const members = type.members.map((member, index) =>
        write(`at + ${offsetOf(type, index)}`, member.type, `value[${index}]`),
      );
      return `((at, value) => { ${members.join(' ')} })(${offset}, ${code});`;
    }
    default:
      throw new SyntaxError(`${nameOf(type)} of ${layoutOf(type).size} bytes is written to no memory`);
  }
}
