// Reverse mode: the slope of one number along many values for the price of a few evaluations. What comes out is graph again, so that
// every pass sees it, and so that it can be differentiated once more.
import { recomputing } from './checkpoint.ts';
import type { Recompute } from './checkpoint.ts';
import { expressionsOf, graphOf, inOrder, node, valueAt } from './graph/build.ts';
import { GraphError } from './graph/errors.ts';
import type { Expression } from './graph/expression.ts';
import { countOf, isFloat, sameType, typeText } from './graph/types.ts';
import type { Graph, ValueId } from './graph/types.ts';
import { operatorOf } from './operators/table.ts';

/**
 * The graph with the slopes of `loss` along the values `wrt` behind its outputs, in that order. A slope has the type of its value; one
 * that the loss does not depend on is 0. With `kept` values, the backward pass computes the others once more (checkpoint.ts). Throws a ShapeError unless the loss is one float, and NoGradient at an operator without one.
 */
export function differentiate(
  graph: Graph,
  loss: ValueId,
  wrt: readonly ValueId[],
  kept?: readonly ValueId[],
): Graph {
  const values = expressionsOf(graph);
  const at = (ids: readonly ValueId[]) => ids.map((id) => valueAt(values, id));
  const slopes = gradients(valueAt(values, loss), at(wrt), kept && at(kept));
  return graphOf([...graph.outputs.map((id) => valueAt(values, id)), ...slopes], graph.inputs);
}

/** The slopes of one number along values it is computed from; throws like `differentiate`. */
export function gradients(
  loss: Expression,
  wrt: readonly Expression[],
  kept?: readonly Expression[],
): readonly Expression[] {
  const { dtype, shape } = loss.type;
  if (!isFloat(dtype) || countOf(shape) !== 1)
    throw new GraphError(
      'ShapeError',
      `a loss is one float, not ${typeText(loss.type)}: take its sum or mean`,
    );
  const order = inOrder([loss]);
  const read = kept ? recomputing(kept) : (value: Expression) => value;
  const isActive = dependents(order, wrt);
  const slopes = new Map<Expression, Expression>([[loss, node('constant', [], { value: 1, dtype, shape })]]);
  for (const expression of order.toReversed()) {
    const slope = slopes.get(expression);
    if (!slope || !isActive.has(expression)) continue;
    for (const { operand, share } of sharesOf(expression, slope, read)) {
      const others = slopes.get(operand);
      slopes.set(operand, others ? node('add', [others, share]) : share);
    }
  }
  return wrt.map((value) => slopes.get(value) ?? zeros(value));
}

// What is computed from any of the values, and they themselves: nothing else needs a slope.
function dependents(order: readonly Expression[], wrt: readonly Expression[]): ReadonlySet<Expression> {
  const found = new Set(wrt);
  for (const expression of order)
    if (expression.operands.some((operand) => found.has(operand))) found.add(expression);
  return found;
}

// What each operand gets of a node's slope. An operand that the node reads twice is there twice.
function sharesOf(expression: Expression, slope: Expression, read: Recompute): readonly Share[] {
  const { op, operands, attributes, type } = expression;
  // An input or a source: nothing is before it.
  if (operands.length === 0) return [];
  const { gradient } = operatorOf(op);
  if (!gradient) throw new GraphError('NoGradient', `${op} has no gradient: detach its operands`);
  const call = { operands: operands.map((operand) => operand.type), attributes, type };
  const shares = gradient({ op: node, call, result: read(expression), slope }, ...operands.map(read));
  return shares.flatMap((share, index) => {
    checkShare(op, share, operands[index]);
    const operand = operands[index];
    return operand && share ? [{ operand, share }] : [];
  });
}

interface Share {
  readonly operand: Expression;
  readonly share: Expression;
}

// A gradient of another type would be found much later, as a misfit somewhere else.
function checkShare(op: string, share: Expression | null, operand: Expression | undefined): void {
  if (!share || (operand && sameType(share.type, operand.type))) return;
  const wanted = operand ? typeText(operand.type) : 'no operand';
  throw new GraphError('TypeMismatch', `the gradient of ${op} is ${typeText(share.type)} for ${wanted}`);
}

function zeros({ type: { dtype, shape } }: Expression): Expression {
  return node('constant', [], { value: 0, dtype, shape });
}
