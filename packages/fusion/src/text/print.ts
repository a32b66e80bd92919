// A graph as text: one line a value. What is printed is parsed back to the same graph.
import { typeText } from '../graph/types.ts';
import type { Attribute, Attributes, Graph, Node } from '../graph/types.ts';
import { operatorOf } from '../operators/table.ts';

/** The text of a graph. */
export function print(graph: Graph): string {
  const inputs = graph.inputs.map(
    ({ name, type }, id) => `%${id} = input ${nameText(name)} : ${typeText(type)}`,
  );
  const outputs = graph.outputs.map((id) => `%${id}`).join(', ');
  const lines = [...inputs, ...graph.nodes.map(nodeText), `return ${outputs}`.trimEnd()];
  return `${lines.join('\n')}\n`;
}

/** One node: `%3 = add %1, %2 : f32[4,8]`. */
export function nodeText({ id, op, operands, attributes, type }: Node): string {
  const words = [
    `%${id} = ${op}`,
    operands.map((operand) => `%${operand}`).join(', '),
    attributesText(op, attributes),
    `: ${typeText(type)}`,
  ];
  return words.filter((word) => word !== '').join(' ');
}

/** Attributes in the order of the operator: `{axes = [1]}`. Those that the type has, shape and dtype, are left out. */
export function attributesText(op: string, attributes: Attributes): string {
  const written = Object.entries(operatorOf(op).attributes).flatMap(([name, kind]) => {
    const value = attributes[name];
    return kind === 'shape' || kind === 'dtype' || value === undefined
      ? []
      : [`${name} = ${valueText(value)}`];
  });
  return written.length === 0 ? '' : `{${written.join(', ')}}`;
}

function valueText(value: Attribute): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return String(value);
  return `[${value.map(numberText).join(', ')}]`;
}

// The shortest decimals that are read back as the same number.
function numberText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  return Object.is(value, -0) ? '-0' : String(value);
}

function nameText(name: string): string {
  return /^[A-Za-z_][\w.-]*$/.test(name) ? name : JSON.stringify(name);
}
