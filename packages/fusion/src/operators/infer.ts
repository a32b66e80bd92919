// The one place where a node is checked: its operator exists, takes so many operands, knows its attributes, and has a type for them.
import { dataOf, dtypeOf, flagOf, integerOf, integersOf, numberOf, textOf } from '../graph/attributes.ts';
import { GraphError, located } from '../graph/errors.ts';
import { checkLengths } from '../graph/lengths.ts';
import { typeText } from '../graph/types.ts';
import type { Attributes, Type } from '../graph/types.ts';
import type { AttributeKind, Operator } from './contract.ts';
import { operatorOf } from './table.ts';

/** The type of a node's result. Throws a GraphError that names what is wrong. */
export function inferType(op: string, operands: readonly Type[], attributes: Attributes): Type {
  const operator = operatorOf(op);
  checkArity(operator, operands);
  checkAttributes(operator, attributes);
  return checkLengths(operator.infer(operands, attributes));
}

function checkArity({ name, arity }: Operator, operands: readonly Type[]): void {
  const [fewest, most] = typeof arity === 'number' ? [arity, arity] : arity;
  const count = operands.length;
  if (count >= fewest && count <= most) return;
  const wanted =
    fewest === most ? `${fewest}` : most === Infinity ? `${fewest} or more` : `${fewest} to ${most}`;
  const found = count === 0 ? 'none' : `${count}: ${operands.map(typeText).join(', ')}`;
  throw new GraphError('ArityError', `${name} takes ${wanted} operands, not ${found}`);
}

const readers: { readonly [Kind in AttributeKind]: (attributes: Attributes, name: string) => unknown } = {
  integer: integerOf,
  number: numberOf,
  boolean: flagOf,
  integers: integersOf,
  data: dataOf,
  text: textOf,
  shape: integersOf,
  dtype: dtypeOf,
};

function checkAttributes(operator: Operator, attributes: Attributes): void {
  for (const name of Object.keys(attributes)) {
    if (Object.hasOwn(operator.attributes, name)) continue;
    const known = Object.keys(operator.attributes).join(', ') || 'none';
    throw new GraphError('AttributeError', `${operator.name} has no attribute ${name}; it has ${known}`);
  }
  for (const [name, kind] of Object.entries(operator.attributes)) {
    if (kind.endsWith('?') && !Object.hasOwn(attributes, name)) continue;
    const reader = readers[kind.replace('?', '') as AttributeKind]; // A kind without its question mark is a kind.
    located(operator.name, () => reader(attributes, name));
  }
}
