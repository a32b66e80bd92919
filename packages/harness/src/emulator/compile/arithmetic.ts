// Operators and componentwise functions on scalars and vectors alike.
import { binaryCode, isComparison, unaryCode } from './operators.ts';
import { nameOf, scalarOf, scalars, withScalar } from './types.ts';
import type { ScalarName, Type } from './types.ts';
import { helper } from './unit.ts';
import type { Unit } from './unit.ts';
import { as, convert, evaluate, known } from './values.ts';
import type { Value } from './values.ts';

/** Values brought to one scalar type: literals take that of the others, whole ones that of fractions. */
export function unify(values: readonly Value[]): readonly Value[] {
  const names = values.map(({ type }) => scalarOf(type).name);
  const typed = names.find((name) => name !== 'int' && name !== 'float');
  const common = typed ?? names.find((name) => name === 'float') ?? 'int';
  return values.map((value) => as(value, { kind: 'scalar', name: common }));
}

/** JavaScript of one result from the JavaScript of the arguments, for scalars of a type. */
export type ScalarCode = (type: ScalarName, args: readonly string[]) => string;

/** What to do with each component. */
export interface Componentwise {
  /** Part of the helper's name. */
  readonly name: string;
  readonly code: ScalarCode;
  /** The type that comes out, where it is not that of the arguments. */
  readonly result?: ScalarName;
}

const parameters = ['a', 'b', 'c'];

/** Does the same with each component; a scalar among vectors stands for a vector of it. */
export function componentwise(
  unit: Unit,
  { name, code, result }: Componentwise,
  args: readonly Value[],
): Value {
  const vector = args.find(({ type }) => type.kind === 'vector')?.type;
  const shape = vector ?? args[0]?.type ?? scalars.f32;
  const { name: type } = scalarOf(args[0]?.type ?? shape);
  const out = result ? withScalar(shape, { kind: 'scalar', name: result }) : withScalar(shape, scalars[type]);
  if (!vector || vector.kind !== 'vector') return ofScalars({ code, type, out }, args);
  refuseOtherSizes(vector.size, args);
  const isVector = args.map((arg) => arg.type.kind === 'vector');
  const write = () => {
    const parts = Array.from({ length: vector.size }, (_, index) =>
      code(
        type,
        isVector.map((is, at) => (is ? `${parameters[at]}[${index}]` : (parameters[at] ?? ''))),
      ),
    );
    return `(${parameters.slice(0, args.length).join(', ')}) => [${parts.join(', ')}]`;
  };
  const kinds = isVector.map((is) => (is ? 'v' : 's')).join('');
  const made = helper(unit, `${name}_${type}_${vector.size}_${kinds}`, write);
  return { type: out, code: `${made}(${args.map((arg) => arg.code).join(', ')})` };
}

function ofScalars(
  { code, type, out }: { readonly code: ScalarCode; readonly type: ScalarName; readonly out: Type },
  args: readonly Value[],
): Value {
  const values = args.map((arg) => arg.known);
  const [a, b, c] = values;
  if (a !== undefined && values.every((value) => value !== undefined))
    return known(scalarOf(out).name, evaluate(code(type, parameters.slice(0, args.length)), a, b, c));
  return {
    type: out,
    code: code(
      type,
      args.map((arg) => arg.code),
    ),
  };
}

function refuseOtherSizes(size: number, args: readonly Value[]): void {
  for (const { type } of args)
    if (type.kind === 'vector' && type.size !== size)
      throw new SyntaxError(`${nameOf(type)} meets a vector of ${size}`);
}

const operatorNames: { readonly [op: string]: string } = {
  '+': 'add',
  '-': 'subtract',
  '*': 'multiply',
  '/': 'divide',
  '%': 'remainder',
  '&': 'and',
  '|': 'or',
  '^': 'xor',
  '<<': 'left',
  '>>': 'right',
  '==': 'equal',
  '!=': 'other',
  '<': 'less',
  '<=': 'most',
  '>': 'greater',
  '>=': 'least',
};

/** `left op right`. */
export function binary(unit: Unit, op: string, [left, right]: readonly [Value, Value]): Value {
  if (op === '&&' || op === '||') return shortCircuit(op, left, right);
  const isShift = op === '<<' || op === '>>';
  const args = isShift ? [left, convert(right, 'u32')] : unify([left, right]);
  return componentwise(
    unit,
    {
      name: operatorNames[op] ?? op,
      code: (type, [a = '', b = '']) => binaryCode(op, type, a, b),
      ...(isComparison(op) ? { result: 'bool' as const } : {}),
    },
    args,
  );
}

function shortCircuit(op: string, left: Value, right: Value): Value {
  const decisive = op === '||';
  if (left.known === decisive) return left;
  if (left.known !== undefined) return right;
  return { type: scalars.bool, code: binaryCode(op, 'bool', left.code, right.code) };
}

const unaryNames: { readonly [op: string]: string } = { '-': 'negate', '!': 'not', '~': 'invert' };

/** `op value`. */
export function unary(unit: Unit, op: string, value: Value): Value {
  const code: ScalarCode = (type, [a = '']) => unaryCode(op, type, a);
  return componentwise(unit, { name: unaryNames[op] ?? op, code }, [value]);
}
