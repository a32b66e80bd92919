// The text form, read. Values may have any numbers in a text; the graph counts them from 0.
//
//   graph  = { input } { node } "return" [ value { "," value } ]
//   input  = value "=" "input" name ":" type
//   node   = value "=" operator [ value { "," value } ] [ attributes ] ":" type
//   type   = dtype "[" [ length { "," length } ] "]"
import { GraphError } from '../graph/errors.ts';
import { checkLengths } from '../graph/lengths.ts';
import { sameType, typeText } from '../graph/types.ts';
import type { Attributes, Graph, Input, Node, Type, ValueId } from '../graph/types.ts';
import { verify } from '../graph/verify.ts';
import { inferType } from '../operators/infer.ts';
import { operatorOf } from '../operators/table.ts';
import { cursorOf } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import { pointed } from './fault.ts';
import type { Place } from './fault.ts';
import { readAttributes, readText, readType } from './values.ts';

/** What has been read so far. */
interface Draft {
  readonly source: string;
  readonly inputs: Input[];
  readonly nodes: Node[];
  /** The number in the graph of each value in the text. */
  readonly numbers: Map<string, ValueId>;
}

/** The graph of a text. Throws a TextError where the text is none, and a GraphError where it is no graph; both have line, column and a caret. */
export function parse(source: string): Graph {
  const cursor = cursorOf(source);
  const draft: Draft = { source, inputs: [], nodes: [], numbers: new Map() };
  skipLines(cursor);
  while (!cursor.skip('return')) {
    readLine(cursor, draft);
    endLine(cursor);
  }
  const outputs = readOperands(cursor, draft);
  skipLines(cursor);
  if (cursor.peek().kind !== 'end') cursor.refuse('the end');
  return verify({ inputs: draft.inputs, nodes: draft.nodes, outputs });
}

function readLine(cursor: Cursor, draft: Draft): void {
  const name = cursor.peek();
  if (draft.numbers.has(name.text)) cursor.refuse('a value that is not there yet');
  cursor.take('value', '"%" and a number, or "return"');
  cursor.take('sign', '"="', '=');
  const place = cursor.peek();
  const id = draft.inputs.length + draft.nodes.length;
  if (place.text === 'input' && draft.nodes.length > 0)
    cursor.refuse('an operator: inputs stand before nodes');
  if (cursor.skip('input')) draft.inputs.push(readInput(cursor, draft));
  else draft.nodes.push(readNode(cursor, draft, id));
  draft.numbers.set(name.text, id);
}

function readInput(cursor: Cursor, draft: Draft): Input {
  const { kind } = cursor.peek();
  const place = cursor.peek();
  const name = kind === 'text' ? readText(cursor) : cursor.take('word', 'the name of the input').text;
  if (draft.inputs.some((input) => input.name === name))
    throw new GraphError('InputError', pointed(draft.source, place, `two inputs are called ${name}`));
  cursor.take('sign', '":" and a type', ':');
  return { name, type: readChecked(cursor, draft) };
}

function readNode(cursor: Cursor, draft: Draft, id: ValueId): Node {
  const place = cursor.peek();
  const op = cursor.take('word', 'an operator, or "input"').text;
  const kinds = at(draft.source, place, () => operatorOf(op).attributes);
  const operands = readOperands(cursor, draft);
  const written = readAttributes(cursor);
  cursor.take('sign', '":" and a type', ':');
  const typePlace = cursor.peek();
  const type = readChecked(cursor, draft);
  const attributes = { ...written, ...ofType(kinds, type) };
  const types = operands.map((operand) => typeAt(draft, operand));
  const inferred = at(draft.source, place, () => inferType(op, types, attributes));
  if (!sameType(inferred, type))
    throw new GraphError(
      'TypeMismatch',
      pointed(draft.source, typePlace, `${op} gives ${typeText(inferred)}, not ${typeText(type)}`),
    );
  return { id, op, operands, attributes, type };
}

function readChecked(cursor: Cursor, { source }: Draft): Type {
  const place = cursor.peek();
  const type = readType(cursor);
  return at(source, place, () => checkLengths(type));
}

// Attributes that the type says: the shape of a reshape, the element type of a cast.
function ofType(kinds: { readonly [name: string]: string }, { dtype, shape }: Type): Attributes {
  const said = Object.entries(kinds).filter(([, kind]) => kind === 'shape' || kind === 'dtype');
  return Object.fromEntries(said.map(([name, kind]) => [name, kind === 'shape' ? shape : dtype]));
}

function readOperands(cursor: Cursor, draft: Draft): readonly ValueId[] {
  const operands: ValueId[] = [];
  if (cursor.peek().kind !== 'value') return operands;
  do {
    const { kind, text } = cursor.peek();
    const id = draft.numbers.get(text);
    if (kind === 'value' && id === undefined) cursor.refuse('a value from a line above');
    cursor.take('value', 'a value');
    operands.push(id ?? -1);
  } while (cursor.skip(','));
  return operands;
}

function typeAt({ inputs, nodes }: Draft, id: ValueId): Type {
  return (inputs[id] ?? nodes[id - inputs.length])?.type ?? { dtype: 'f32', shape: [] };
}

function endLine(cursor: Cursor): void {
  cursor.take('end of line', 'the end of the line');
  skipLines(cursor);
}

function skipLines(cursor: Cursor): void {
  while (cursor.peek().kind === 'end of line') cursor.take('end of line', 'the end of the line');
}

// A GraphError from within a line says where the line is wrong.
function at<T>(source: string, place: Place, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    throw new GraphError(error.name, pointed(source, place, error.message));
  }
}
