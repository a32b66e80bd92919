// Toy from its text to WGSL: parsed, shapes inferred, functions inlined, lowered to a graph, which every pass and the compiler take.
import { evaluate } from '../evaluate.ts';
import { constant } from '../expression.ts';
import { reshape } from '../arrays.ts';
import { graphOf, inputNode } from '../graph/build.ts';
import type { Expression } from '../graph/expression.ts';
import type { Graph, Shape } from '../graph/types.ts';
import { toyOperations } from './operations.ts';
import type { ToyOperation, ToyOperations } from './operations.ts';
import { parseToy } from './parse.ts';
import { walkToy } from './walk.ts';

export { parseToy } from './parse.ts';
export { toyOperations } from './operations.ts';
export type { ToyOperation, ToyOperations } from './operations.ts';
export { ToyError } from './syntax.ts';
export type { ToyExpression, ToyFunction, ToyProgram, ToyStatement } from './syntax.ts';

/** The graph whose outputs are what `main` prints. Throws a ToyError with the line. */
export function lowerToy(source: string, operations: ToyOperations = toyOperations): Graph {
  const outputs = walkToy<Expression>(parseToy(source), operations, {
    literal: (values, shape) => constant(values, shape),
    reshape,
    operate: (name, operands) => operationOf(operations, name).lower(...operands),
  });
  return graphOf(outputs);
}

/** What `main` prints, statement by statement, in f64: no graph of the program is made. */
export function interpretToy(
  source: string,
  operations: ToyOperations = toyOperations,
): readonly (readonly number[])[] {
  interface Tensor {
    readonly numbers: readonly number[];
    readonly shape: Shape;
  }
  const printed = walkToy<Tensor>(parseToy(source), operations, {
    literal: (numbers, shape) => ({ numbers, shape }),
    reshape: ({ numbers }, shape) => ({ numbers, shape }),
    operate: (name, operands, shape) => {
      const inputs = operands.map((each, at) => inputNode(`x${at}`, { dtype: 'f32', shape: each.shape }));
      const feeds = Object.fromEntries(operands.map(({ numbers }, at) => [`x${at}`, numbers]));
      const [result = new Float64Array()] = evaluate(
        graphOf([operationOf(operations, name).lower(...inputs)]),
        feeds,
      );
      return { numbers: [...result], shape };
    },
  });
  return printed.map(({ numbers }) => numbers);
}

function operationOf(operations: ToyOperations, name: string): ToyOperation {
  const found = operations[name];
  if (!found) throw new Error(`no operation ${name}`);
  return found;
}
