// Computes what can be computed before anything runs. Numbers are folded in double precision and rounded once, when they are stored; a
// cast rounds where it stands.
import { expressionsOf, graphOf, node, valueAt } from '../graph/build.ts';
import { evaluate } from '../evaluate.ts';
import type { Expression } from '../graph/expression.ts';
import { stored } from '../graph/stored.ts';
import { countOf } from '../graph/types.ts';
import type { Graph } from '../graph/types.ts';
import { operatorOf } from '../operators/table.ts';
import { splatOf } from './rule.ts';

// A list of more numbers is longer than the program that makes it.
const mostNumbers = 64;

/** A graph whose nodes read something that is not known beforehand. */
export function foldConstants(graph: Graph): Graph {
  const values: Expression[] = [];
  for (const [id, original] of expressionsOf(graph).entries()) {
    const operands = (graph.nodes[id - graph.inputs.length]?.operands ?? []).map((each) =>
      valueAt(values, each),
    );
    const value: Expression = { ...original, operands };
    values.push((operands.length > 0 && folded(value)) || value);
  }
  return graphOf(
    graph.outputs.map((id) => valueAt(values, id)),
    graph.inputs,
  );
}

function folded(value: Expression): Expression | null {
  if (!value.operands.every(({ op }) => op === 'constant')) return null;
  const numbers = splatOfAll(value) ?? listed(value);
  if (numbers === null || !allFit(numbers, value)) return null;
  const { dtype, shape } = value.type;
  const round = (number: number) => (value.op === 'cast' ? stored(dtype, number) : number);
  const kept = typeof numbers === 'number' ? round(numbers) : numbers.map(round);
  return node('constant', [], { value: kept, dtype, shape });
}

// Elementwise operators and views of numbers that are the same everywhere: one element says it all.
function splatOfAll(value: Expression): number | null {
  const operands = value.operands.map(splatOf);
  if (operands.some((operand) => operand === null)) return null;
  const isOfOne = ['elementwise', 'view'].includes(operatorOf(value.op).class);
  if (!isOfOne) return null;
  if (operatorOf(value.op).class === 'view') return operands[0] ?? null;
  const scalars = value.operands.map((operand, index) =>
    node('constant', [], { value: operands[index] ?? Number.NaN, dtype: operand.type.dtype, shape: [] }),
  );
  const [numbers] = evaluate(graphOf([node(value.op, scalars, value.attributes)]), {});
  return numbers?.[0] ?? null;
}

function listed(value: Expression): number | readonly number[] | null {
  if ([value, ...value.operands].some(({ type }) => countOf(type.shape) > mostNumbers)) return null;
  const [numbers = new Float64Array()] = evaluate(graphOf([value]), {});
  const [first = 0] = numbers;
  return numbers.length > 0 && numbers.every((number) => Object.is(number, first)) ? first : [...numbers];
}

// What overflows when it is stored is left to whoever computes it.
function allFit(numbers: number | readonly number[], { type }: Expression): boolean {
  const list = typeof numbers === 'number' ? [numbers] : numbers;
  return list.every((number) => Number.isFinite(stored(type.dtype, number)) || !Number.isFinite(number));
}
