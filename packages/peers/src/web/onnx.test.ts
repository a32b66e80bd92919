import { expect, test } from 'vitest';
import { encodeModel } from './onnx.ts';

const text = (words: string) => [...new TextEncoder().encode(words)];

test('a model of one node is written field by field', () => {
  const value = { dims: [300], type: 'f32' } as const;
  const nodes = [{ op: 'Relu', inputs: ['x'], output: 'y', attributes: { axis: -1 } }];
  const bytes = [...encodeModel({ inputs: { x: value }, output: { name: 'y', ...value }, nodes })];
  // 300 = 0b10_0101100: the low seven bits first. A negative number has ten bytes.
  const shape = [0x0a, 3, 0x08, 0xac, 0x02];
  const minusOne = [...Array.from({ length: 9 }, () => 0xff), 0x01];
  const attribute = [0x0a, 4, ...text('axis'), 0x18, ...minusOne, 0xa0, 0x01, 2];
  const node = [
    0x0a,
    1,
    ...text('x'),
    0x12,
    1,
    ...text('y'),
    0x22,
    4,
    ...text('Relu'),
    0x2a,
    attribute.length,
  ];
  const about = (name: string) => {
    const tensor = [0x08, 1, 0x12, shape.length, ...shape];
    const type = [0x0a, tensor.length, ...tensor];
    return [0x0a, 1, ...text(name), 0x12, type.length, ...type];
  };
  const graph = [
    [0x0a, node.length + attribute.length, ...node, ...attribute],
    [0x12, 3, ...text('row')],
    [0x5a, about('x').length, ...about('x')],
    [0x62, about('y').length, ...about('y')],
  ].flat();
  const operators = [
    [0x42, 4, 0x0a, 0, 0x10, 21],
    [0x42, 17, 0x0a, 13, ...text('com.microsoft'), 0x10, 1],
  ].flat();
  expect(bytes).toEqual([0x08, 10, 0x3a, graph.length, ...graph, ...operators]);
});
