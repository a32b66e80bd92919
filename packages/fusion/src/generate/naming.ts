// Names and types of values in generated WGSL.
import { typeOf } from '../graph/types.ts';
import type { Dtype, Graph, ValueId } from '../graph/types.ts';
import { findNode } from '../fuse/lookup.ts';

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

// What generated kernels call things themselves, and words of WGSL that make likely names of inputs.
const taken = new Set(
  (
    'group thread item row lane tile main first at value own size subgroup subgroups workgroups max min abs exp log sqrt sin cos tanh sign clamp select ' +
    'fma dot length mix step pow floor ceil round a b c slice_a slice_b load_a load_b store_c alias bitcast bool break case const continue default ' +
    'discard else enable f16 f32 false fn for if i32 let loop override return struct switch true u32 var while target input output filter from in out ' +
    'module new of private public use where with yield virtual void using type this array vec4 vec4f ptr self static texture sampler ref mod mask_'
  ).split(' '),
);

/** A name for a value: an input has its own, a node that of its operator with its number. */
export function nameOf(graph: Graph, id: ValueId): string {
  const node = findNode(graph, id);
  if (node) return `${node.op.replaceAll(/\W/g, '_')}_${id}`;
  const own = (graph.inputs[id]?.name ?? `input_${id}`).replaceAll(/\W/g, '_');
  const isPlain = /^[A-Za-z]\w*$/.test(own) && !/__/.test(own) && !taken.has(own) && !/_\d+$/.test(own);
  return isPlain ? own : `input_${id}_${own}`.replaceAll(/__+/g, '_').replace(/_$/, '');
}

/** The name of the memory that holds a value. */
export function bufferOf(graph: Graph, id: ValueId): string {
  return `${nameOf(graph, id)}_buffer`;
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
