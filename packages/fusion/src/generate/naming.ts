// Names and types of values in generated WGSL.
import { typeOf } from '../graph/types.ts';
import type { Dtype, Graph, ValueId } from '../graph/types.ts';
import { isStored } from '../fuse/stores.ts';
import { findNode } from '../fuse/lookup.ts';
import { sourcesOf } from './sources.ts';
import type { Scope } from './sources.ts';

/** How elements are computed with. */
export function scalarType(dtype: Dtype): string {
  return dtype === 'i8' ? 'i32' : dtype;
}

/** How elements lie in memory: WGSL stores no bool, and nothing of a byte. */
export function storedType(dtype: Dtype): string {
  return dtype === 'bool' ? 'u32' : scalarType(dtype);
}

/** Bytes of an element in memory. */
export function storedBytes(dtype: Dtype): number {
  return dtype === 'f16' ? 2 : 4;
}

/** One or four of a type. */
export function lanes(type: string, width: 1 | 4): string {
  return width === 1 ? type : `vec4<${type}>`;
}

/** The name of a value in a kernel: what it reads is `x` with a number, what it computes has the name of its operator. */
export function nameOf(scope: Scope, id: ValueId): string {
  const local = scope.locals.get(id) ?? id;
  const node = findNode(scope.graph, id);
  const isRead = !scope.group.members.includes(id) && isStored(scope, id);
  return node && !isRead ? `${node.op.replaceAll(/\W/g, '_')}_${local}` : `x${local}`;
}

/** The name of the memory that holds a value. */
export function bufferOf(scope: Scope, id: ValueId): string {
  return `${nameOf(scope, id)}_buffer`;
}

/** The line of a kernel that computes a value: operands by the kernel's own numbers, seen through their views. */
export function lineIn(scope: Scope, id: ValueId): string {
  const node = findNode(scope.graph, id);
  const { dtype, shape } = typeOf(scope.graph, id);
  const operands = sourcesOf(scope, id).map((source) =>
    source.kind === 'literal' ? source.text : `%${scope.locals.get(source.id) ?? source.id}`,
  );
  const attributes = Object.entries(node?.attributes ?? {})
    .filter(([key]) => key !== 'shape' && key !== 'dtype')
    .map(([key, value]) => `${key}=${attributeText(value)}`);
  const call = `${node?.op ?? ''}(${[...operands, ...attributes].join(', ')})`;
  return `%${scope.locals.get(id) ?? id}: ${dtype}[${shape.join(',')}] = ${call}`;
}

/** The line of the program that computes a value. */
export function lineOf(graph: Graph, id: ValueId): string {
  const node = findNode(graph, id);
  const { dtype, shape } = typeOf(graph, id);
  const type = `${dtype}[${shape.join(',')}]`;
  if (!node) return `%${id}: ${type} = ${graph.inputs[id]?.name ?? ''}`;
  const attributes = Object.entries(node.attributes).map(([key, value]) => `${key}=${attributeText(value)}`);
  const operands = node.operands.map((operand) => `%${operand}`);
  return `%${id}: ${type} = ${node.op}(${[...operands, ...attributes].join(', ')})`;
}

function attributeText(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 37)}…` : text;
}
