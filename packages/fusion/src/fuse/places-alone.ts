// Values that are made of places alone, such as constants and causal masks: they are expressions of the place, and take no memory.
import { isFloat } from '../graph/types.ts';
import type { Graph, Node, ValueId } from '../graph/types.ts';
import { placeText } from '../generate/places.ts';
import { callOf, operatorOf } from './lookup.ts';
import type { Views } from './views.ts';
import type { Walk } from './walk.ts';

/** A WGSL expression of the place in the row-major order of a value; the place is a name or stands in brackets. */
export type PlaceExpression = (place: string) => string;

// Beyond that many operators it is better computed once.
const mostOperators = 8;

/** The expressions of all values that have one. */
export function placesAlone(graph: Graph, views: Views): ReadonlyMap<ValueId, PlaceExpression> {
  const found = new Map<ValueId, { readonly expression: PlaceExpression; readonly operators: number }>();
  for (const node of graph.nodes) {
    const expression = sourceExpression(graph, node);
    if (expression) found.set(node.id, { expression, operators: 0 });
    const operands = node.operands.flatMap((id) => {
      const { source, walk } = views.of(id);
      const made = found.get(source);
      return made ? [{ ...made, walk }] : [];
    });
    const operator = operatorOf(node);
    const isWhole = operands.length > 0 && operands.length === node.operands.length;
    if (operator.class !== 'elementwise' || operator.functions || !isWhole) continue;
    const isLiteral = operands.map((each) => literalAt(each.expression, each.walk) !== null);
    if (needsVariables(node, isLiteral)) continue;
    const operators = operands.reduce((sum, each) => sum + each.operators, 1);
    const write = operator.wgsl(callOf(graph, node));
    const of: PlaceExpression = (place) =>
      write(...operands.map((each) => each.expression(`(${placeText(each.walk, place)})`)));
    if (operators <= mostOperators) found.set(node.id, { expression: of, operators });
  }
  return new Map([...found].map(([id, { expression }]) => [id, expression]));
}

/** What an expression is at the places of a walk if that is one number: a constant, or any at a single place. Null where it is not. */
export function literalAt(expression: PlaceExpression, walk: Walk): string | null {
  const text = expression(`(${placeText(walk, '@')})`);
  return text.includes('@') ? null : text;
}

/**
 * Whether the literals among the operands have to be variables: WGSL refuses a constant expression that has no finite value, and a whole
 * number divided by the literal 0.
 */
export function needsVariables({ op, type }: Node, isLiteral: readonly boolean[]): boolean {
  const isDivided = op === 'div' && !isFloat(type.dtype) && isLiteral[1] === true;
  return isDivided || isLiteral.every((each) => each);
}

function sourceExpression(graph: Graph, node: Node): PlaceExpression | null {
  const operator = operatorOf(node);
  return operator.class === 'source' ? operator.wgsl(callOf(graph, node)) : null;
}
