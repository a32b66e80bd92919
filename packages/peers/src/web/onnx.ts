// Models of a few nodes in ONNX's own format: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto3, written field by field.
import type { ScalarType } from '@kernel-ladder/harness';
import type { Dims } from './task.ts';

/** A value of an attribute; whole numbers are written as integers, so a float says that it is one. */
export type Attribute = number | { readonly float: number } | Dims;

/** An operator with the names of what it reads and writes. */
export interface Node {
  readonly op: string;
  /** The operators' own when left out. */
  readonly domain?: 'com.microsoft';
  readonly inputs: readonly string[];
  readonly output: string;
  readonly attributes?: { readonly [name: string]: Attribute };
}

/** An array of the model. */
export interface Value {
  readonly dims: Dims;
  readonly type: ScalarType;
}

/** A model: what goes in, what comes out, and how. */
export interface Graph {
  readonly inputs: { readonly [name: string]: Value };
  readonly output: Value & { readonly name: string };
  /** Vectors of i64 by name, such as the axes of a sum; a plain number is a scalar. */
  readonly constants?: { readonly [name: string]: Dims | number };
  readonly nodes: readonly Node[];
}

const irVersion = 10;
const opset = 21;
const elementTypes: { readonly [Type in ScalarType]: number } = {
  f32: 1,
  u8: 2,
  i8: 3,
  i32: 6,
  f16: 10,
  u32: 12,
};
const int64 = 7;

/** The bytes of a model. */
export function encodeModel(graph: Graph): Uint8Array {
  const inputs = Object.entries(graph.inputs);
  const { name, ...output } = graph.output;
  const content = [
    ...graph.nodes.flatMap((node) => message(1, nodeFields(node))),
    ...text(2, 'row'),
    ...Object.entries(graph.constants ?? {}).flatMap(([key, value]) =>
      message(5, constantFields(key, value)),
    ),
    ...inputs.flatMap(([key, value]) => message(11, valueFields(key, value))),
    ...message(12, valueFields(name, output)),
  ];
  const operators = [
    ...message(8, [...text(1, ''), ...integer(2, opset)]),
    ...message(8, [...text(1, 'com.microsoft'), ...integer(2, 1)]),
  ];
  return Uint8Array.from([...integer(1, irVersion), ...message(7, content), ...operators]);
}

function nodeFields({ op, domain, inputs, output, attributes = {} }: Node): readonly number[] {
  return [
    ...inputs.flatMap((input) => text(1, input)),
    ...text(2, output),
    ...text(4, op),
    ...Object.entries(attributes).flatMap(([name, value]) => message(5, attributeFields(name, value))),
    ...(domain ? text(7, domain) : []),
  ];
}

const kinds = { float: 1, int: 2, ints: 7 };

function attributeFields(name: string, value: Attribute): readonly number[] {
  if (typeof value === 'number') return [...text(1, name), ...integer(3, value), ...integer(20, kinds.int)];
  if ('float' in value) return [...text(1, name), ...float(2, value.float), ...integer(20, kinds.float)];
  return [...text(1, name), ...value.flatMap((each) => integer(8, each)), ...integer(20, kinds.ints)];
}

function constantFields(name: string, value: Dims | number): readonly number[] {
  const [dims, values] = typeof value === 'number' ? [[], [value]] : [[value.length], value];
  const bytes = [...new Uint8Array(BigInt64Array.from(values, BigInt).buffer)];
  return [
    ...dims.flatMap((extent) => integer(1, extent)),
    ...integer(2, int64),
    ...text(8, name),
    ...message(9, bytes),
  ];
}

function valueFields(name: string, { dims, type }: Value): readonly number[] {
  const shape = dims.flatMap((extent) => message(1, integer(1, extent)));
  const tensor = [...integer(1, elementTypes[type]), ...message(2, shape)];
  return [...text(1, name), ...message(2, message(1, tensor))];
}

// Protocol buffers: a key of field number and wire type, then a varint, four bytes, or a length and as many bytes.
const wire = { varint: 0, bytes: 2, fixed32: 5 };

function integer(field: number, value: number): readonly number[] {
  return [...varint((field << 3) | wire.varint), ...varint(value)];
}

function float(field: number, value: number): readonly number[] {
  return [...varint((field << 3) | wire.fixed32), ...new Uint8Array(Float32Array.of(value).buffer)];
}

function text(field: number, value: string): readonly number[] {
  return message(field, [...new TextEncoder().encode(value)]);
}

function message(field: number, content: readonly number[]): readonly number[] {
  return [...varint((field << 3) | wire.bytes), ...varint(content.length), ...content];
}

function varint(value: number): readonly number[] {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return [...bytes, Number(rest)];
}
