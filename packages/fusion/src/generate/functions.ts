// Members of a kernel as WGSL functions of one element: every line is one operator of the program, under its name.
import { each, indent } from '@kernel-ladder/kernel-kit';
import { countOf, typeOf } from '../graph/types.ts';
import type { Node, ValueId } from '../graph/types.ts';
import { needsVariables } from '../fuse/places-alone.ts';
import { callOf, nodeOf, operatorOf } from '../fuse/lookup.ts';
import { lanes, lineIn, nameOf, scalarType } from './naming.ts';
import { sourcesOf } from './sources.ts';
import type { Leaf, Member, Scope, Source } from './sources.ts';

/** A parameter of a function: a leaf, or a member that is computed before. */
export interface Parameter {
  readonly source: Leaf | Member;
  readonly name: string;
}

/** How a value is computed from others. */
export interface ValueFunction {
  readonly id: ValueId;
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** The function of one element; null where the value is its only parameter. */
  readonly text: string | null;
}

interface Draft {
  readonly scope: Scope;
  readonly isNamed: (id: ValueId) => boolean;
  readonly parameters: Parameter[];
  readonly lines: string[];
  /** Expressions of what is at hand, by key. */
  readonly known: Map<string, string>;
}

/** The function that computes a member from leaves and from members that have a name in the kernel. */
export function valueFunction(scope: Scope, root: ValueId, isNamed: (id: ValueId) => boolean): ValueFunction {
  const draft: Draft = { scope, isNamed, parameters: [], lines: [], known: new Map() };
  const result = compute(draft, root, true);
  const name = `${nameOf(scope, root)}_of`;
  const { parameters, lines } = draft;
  if (lines.length === 0 && parameters.length === 1) return { id: root, name, parameters, text: null };
  const typed = parameters.map(({ name: own, source }) => `${own}: ${typeNamed(scope, source.id)}`);
  const text = `fn ${name}(${typed.join(', ')}) -> ${typeNamed(scope, root)} {
${indent([...lines, `return ${result};`].join('\n'), 2)}
}`;
  return { id: root, name, parameters, text };
}

function typeNamed({ graph }: Scope, id: ValueId): string {
  return scalarType(typeOf(graph, id).dtype);
}

// An expression of the value, after the lines that it needs.
function compute(draft: Draft, id: ValueId, isRoot = false): string {
  const { scope, known, lines } = draft;
  const found = known.get(String(id));
  if (found !== undefined) return found;
  const node = nodeOf(scope.graph, id);
  const name = isRoot ? 'value' : nameOf(scope, id);
  const operator = operatorOf(node);
  const isEmpty = isEmptyFold(scope, node);
  // What an empty fold gives is a variable: as a literal it would make a constant expression of what reads it.
  const operands = isEmpty ? [identityOf(scope, node)] : operandTexts(draft, node, name);
  // A copy of what it sees.
  if (operator.class !== 'elementwise' && !isEmpty) return operands[0] ?? '';
  const value =
    operator.class === 'elementwise'
      ? operator.wgsl(callOf(scope.graph, node))(...operands)
      : (operands[0] ?? '');
  lines.push(`let ${name} = ${value}; // ${lineIn(scope, id)}`);
  known.set(String(id), name);
  return name;
}

function operandTexts(draft: Draft, node: Node, name: string): readonly string[] {
  const sources = sourcesOf(draft.scope, node.id);
  const texts = sources.map((source) => operandText(draft, source));
  const isLiteral = sources.map(({ kind }) => kind === 'literal');
  const isMap = operatorOf(node).class === 'elementwise';
  if (!isMap || !needsVariables(node, isLiteral)) return texts;
  return texts.map((text, place) => {
    if (isLiteral[place] !== true) return text;
    draft.lines.push(`let ${name}_operand_${place} = ${text};`);
    return `${name}_operand_${place}`;
  });
}

function operandText(draft: Draft, source: Source): string {
  if (source.kind === 'literal') return source.text;
  const isGiven = source.kind === 'leaf' || draft.isNamed(source.id);
  return isGiven ? parameterOf(draft, source) : compute(draft, source.id);
}

function isEmptyFold({ graph }: Scope, node: Node): boolean {
  if (operatorOf(node).class !== 'reduction') return false;
  return callOf(graph, node).operands.every(({ shape }) => countOf(shape) === 0);
}

function identityOf({ graph }: Scope, node: Node): string {
  const operator = operatorOf(node);
  const type = scalarType(node.type.dtype);
  return operator.class === 'reduction' ? `${type}(${operator.identity(callOf(graph, node))})` : `${type}()`;
}

function parameterOf({ scope, parameters, known }: Draft, source: Leaf | Member): string {
  const key = source.kind === 'leaf' ? source.key : String(source.id);
  const found = known.get(key);
  if (found !== undefined) return found;
  const base = nameOf(scope, source.id);
  const others = parameters.filter(({ source: { id } }) => id === source.id).length;
  const name = others === 0 ? base : `${base}_${'bcdefgh'[others - 1] ?? others}`;
  parameters.push({ source, name });
  known.set(key, name);
  return name;
}

/** The same function of four elements side by side; parameters for which `isWide` does not hold are the same for all four. */
export function fourAtOnce(
  { graph }: Scope,
  { id, name, parameters }: ValueFunction,
  isWide: (parameter: Parameter) => boolean,
): string {
  const typed = parameters.map((parameter) => {
    const type = scalarType(typeOf(graph, parameter.source.id).dtype);
    return `${parameter.name}: ${lanes(type, isWide(parameter) ? 4 : 1)}`;
  });
  const result = lanes(scalarType(typeOf(graph, id).dtype), 4);
  const lane = (index: number) =>
    parameters
      .map((parameter) => (isWide(parameter) ? `${parameter.name}.${'xyzw'[index]}` : parameter.name))
      .join(', ');
  return `fn ${name}_4(${typed.join(', ')}) -> ${result} {
  return ${result}(${each(4, (index) => `${name}(${lane(index)})`, ', ')});
}`;
}
