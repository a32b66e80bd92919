// A front end by tracing: a function of tensors is called once with values that record what is done to them, and what they record is
// the graph. What a function decides by a number that it does not have yet cannot be recorded: it is refused by name.
import * as arrays from './arrays.ts';
import * as expressions from './expression.ts';
import { graphOf, inputNode } from './graph/build.ts';
import type { Expression } from './graph/expression.ts';
import { typeText } from './graph/types.ts';
import type { Graph, Shape, Type } from './graph/types.ts';
import * as layers from './layers.ts';

// What a traced value can be asked to do; the value itself is the first operand.
const operations = {
  add: expressions.add,
  sub: expressions.sub,
  mul: expressions.mul,
  div: expressions.div,
  max: expressions.max,
  min: expressions.min,
  neg: expressions.neg,
  abs: expressions.abs,
  relu: expressions.relu,
  exp: expressions.exp,
  log: expressions.log,
  sqrt: expressions.sqrt,
  tanh: expressions.tanh,
  sigmoid: expressions.sigmoid,
  gelu: expressions.gelu,
  silu: expressions.silu,
  less: expressions.less,
  greater: expressions.greater,
  select: expressions.select,
  reshape: arrays.reshape,
  transpose: arrays.transpose,
  slice: arrays.slice,
  sum: arrays.sum,
  mean: arrays.mean,
  maximum: arrays.maximum,
  minimum: arrays.minimum,
  matmul: arrays.matmul,
  softmax: layers.softmax,
  layerNorm: layers.layerNorm,
} as const;

type Operations = typeof operations;

// Where an operation takes an expression, a traced value goes in; what is no operand stays as it is.
type Given<Parameter> = Expression extends Parameter ? Exclude<Parameter, Expression> | Traced : Parameter;

/** A value that records what is done to it: every operation is a method. It has a shape, and no numbers. */
export type Traced = {
  readonly [Name in keyof Operations]: Operations[Name] extends (
    self: infer _Self,
    ...rest: infer Rest
  ) => Expression
    ? (...rest: { [At in keyof Rest]: Given<Rest[At]> }) => Traced
    : never;
} & { readonly shape: Shape };

/** A function decides something by a value of which nobody knows the numbers yet. */
export class TraceError extends Error {
  override readonly name = 'TraceError';
}

/** The graph that a function computes of inputs of these types, by name. Throws a TraceError where it branches on a value. */
export function trace<Names extends string>(
  work: (inputs: { readonly [Name in Names]: Traced }) => Traced | readonly Traced[],
  types: { readonly [Name in Names]: Type },
): Graph {
  const named: readonly (readonly [string, Type])[] = Object.entries<Type>(types);
  const inputs = Object.fromEntries(
    named.map(([name, type]) => [name, traced(inputNode(name, type), `the input ${name}`)]),
    // The names are those of the types.
  ) as { readonly [Name in Names]: Traced };
  const results = work(inputs);
  const outputs = (Array.isArray(results) ? results : [results]).map(expressionOf);
  return graphOf(
    outputs,
    named.map(([name, type]) => ({ name, type })),
  );
}

// What each traced value stands for.
const behind = new WeakMap<object, Expression>();

function expressionOf(value: object): Expression {
  const found = behind.get(value);
  if (found) return found;
  throw new TraceError('a traced function gives back traced values');
}

function traced(expression: Expression, name: string): Traced {
  const said = `${name}, ${typeText(expression.type)},`;
  const recording = new Proxy(Object.freeze({}), {
    get: (_, asked) => {
      if (asked === 'shape') return expression.type.shape;
      if (isOperation(asked)) return recorder(asked, expression);
      // Comparisons, arithmetic and texts ask for one of these.
      if (asked === Symbol.toPrimitive || asked === 'valueOf' || asked === 'toString')
        return () => refuse(said);
      throw new TraceError(
        `${said} has no ${String(asked)}: a traced value has ${Object.keys(operations).join(', ')} and shape`,
      );
    },
  });
  behind.set(recording, expression);
  // It answers to every name that the type has.
  return recording as Traced;
}

function isOperation(name: string | symbol): name is keyof Operations {
  return typeof name === 'string' && Object.hasOwn(operations, name);
}

function recorder(name: keyof Operations, self: Expression) {
  return (...given: readonly unknown[]): Traced => {
    const operands = given.map((each) =>
      typeof each === 'object' && each ? (behind.get(each) ?? each) : each,
    );
    // Their types have been checked where they were given.
    const operation = operations[name] as (...all: readonly unknown[]) => Expression;
    return traced(operation(self, ...operands), `the result of ${name}`);
  };
}

function refuse(said: string): never {
  throw new TraceError(
    `${said} is compared, added or printed as if it were a number, which is known on the device alone: use its methods, and select in place of a branch`,
  );
}
