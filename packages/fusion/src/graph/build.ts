// Expressions and graphs, one from the other. An expression is easy to build and to match; a graph is easy to walk and to print.
import { inferType } from '../operators/infer.ts';
import { GraphError } from './errors.ts';
import type { Expression } from './expression.ts';
import { checkLengths } from './lengths.ts';
import { typeText, sameType } from './types.ts';
import type { Attributes, Graph, Input, Node, Type, ValueId } from './types.ts';

/** A value from outside. Throws a ShapeError where a length is none. */
export function inputNode(name: string, type: Type): Expression {
  return { op: 'input', operands: [], attributes: { name }, type: checkLengths(type) };
}

/** An operation on values. Throws a GraphError that names what is wrong. */
export function node(op: string, operands: readonly Expression[], attributes: Attributes = {}): Expression {
  const type = inferType(
    op,
    operands.map((operand) => operand.type),
    attributes,
  );
  return { op, operands, attributes, type };
}

/**
 * The graph of some values. What several of them are computed from is computed once if it is the same object. Inputs are in the order
 * of `inputs`, unused ones too; without it, in that of first use. Throws an InputError where two inputs share a name.
 */
export function graphOf(outputs: readonly Expression[], inputs?: readonly Input[]): Graph {
  const order = inOrder(outputs);
  const found = inputsAmong(order);
  const listed = inputs ?? [...found.values()];
  const places = new Map(listed.map(({ name }, id) => [name, id]));
  checkListed(listed, places, found);
  const numbers = new Map<Expression, ValueId>();
  const nodes: Node[] = [];
  for (const expression of order)
    if (expression.op === 'input')
      numbers.set(expression, places.get(String(expression.attributes['name'])) ?? -1);
    else {
      const id = listed.length + nodes.length;
      nodes.push({ ...expression, id, operands: expression.operands.map((each) => numbers.get(each) ?? -1) });
      numbers.set(expression, id);
    }
  return { inputs: listed, nodes, outputs: outputs.map((output) => numbers.get(output) ?? -1) };
}

/** The expression of every value of a graph, by its number. */
export function expressionsOf(graph: Graph): readonly Expression[] {
  const values = graph.inputs.map(({ name, type }) => inputNode(name, type));
  for (const { op, operands, attributes, type } of graph.nodes)
    values.push({ op, operands: operands.map((id) => valueAt(values, id)), attributes, type });
  return values;
}

/** The value of that number. Throws an OrderError where there is none so far. */
export function valueAt(values: readonly Expression[], id: ValueId): Expression {
  const found = values[id];
  if (found) return found;
  throw new GraphError('OrderError', `there is no value %${id} before its use`);
}

/** Everything that some values are computed from, operands first, each once. Its stack is its own: a chain of ten thousand nodes is deeper than a call stack. */
export function inOrder(outputs: readonly Expression[]): readonly Expression[] {
  const seen = new Set<Expression>();
  const order: Expression[] = [];
  const stack = outputs.toReversed().map((expression) => ({ expression, isReady: false }));
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { expression, isReady } = top;
    if (isReady) order.push(expression);
    if (isReady || seen.has(expression)) continue;
    seen.add(expression);
    stack.push({ expression, isReady: true });
    for (const operand of expression.operands.toReversed())
      stack.push({ expression: operand, isReady: false });
  }
  return order;
}

function inputsAmong(order: readonly Expression[]): ReadonlyMap<string, Input> {
  const found = new Map<string, Input>();
  for (const { op, attributes, type } of order) {
    if (op !== 'input') continue;
    const name = String(attributes['name']);
    const other = found.get(name);
    if (other && !sameType(other.type, type))
      throw new GraphError(
        'InputError',
        `two inputs are called ${name}: ${typeText(other.type)} and ${typeText(type)}`,
      );
    found.set(name, { name, type });
  }
  return found;
}

function checkListed(
  listed: readonly Input[],
  places: ReadonlyMap<string, ValueId>,
  found: ReadonlyMap<string, Input>,
): void {
  for (const { name, type } of found.values()) {
    const other = listed[places.get(name) ?? -1];
    if (!other || !sameType(other.type, type))
      throw new GraphError(
        'InputError',
        `the graph reads ${name} of ${typeText(type)}, which is ${other ? typeText(other.type) : 'no input'}`,
      );
  }
}
