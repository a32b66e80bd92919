// Updates of many picks: the same numbers as by one thread an element, whatever the sizes are next to.
import { createRandom } from '@kernel-ladder/harness';
import { emulatedDevice, validateWgsl } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { compile } from './compile/index.ts';
import { evaluate } from './evaluate.ts';
import { add, input } from './expression.ts';
import type { Dtype } from './graph/types.ts';
import { graphOf, node } from './graph/build.ts';
import { emulateProgram, furthest } from './testing/emulated.ts';

interface Scatter {
  readonly table: readonly number[];
  readonly picks: number;
  readonly axis: number;
  readonly indices: Extract<Dtype, 'i32' | 'u32'>;
}

const scatters: readonly Scatter[] = [
  { table: [3, 33], picks: 256, axis: 0, indices: 'i32' },
  { table: [4, 5], picks: 2049, axis: 0, indices: 'u32' },
  { table: [2, 3, 2], picks: 2048, axis: 1, indices: 'i32' },
];

test.for(scatters)('$table, $picks picks of $indices along $axis', async (scatter) => {
  const { table, picks, axis, indices } = scatter;
  const updates = table.map((length, at) => (at === axis ? picks : length));
  const operands = [
    input('table', 'f32', table),
    input('indices', indices, [picks]),
    input('updates', 'f32', updates),
  ];
  const graph = graphOf([add(node('scatter-add', operands, { axis }), input('more', 'f32', table))]);
  const program = compile(graph, emulatedDevice(32));
  const [pass] = program.plan.passes;
  const text = pass && 'text' in pass.wgsl ? pass.wgsl.text : '';
  expect(text).toContain('var<workgroup> hits');
  expect(await validateWgsl(text)).toEqual([]);
  const { outputs, hazards } = emulateProgram(program, feedsFor(scatter), 32);
  expect(hazards).toEqual([]);
  expect(furthest(outputs, evaluate(graph, feedsFor(scatter)))).toBeLessThan(1e-4);
});

// Half of the picks are of one row, and some of rows that there are not: they count for the nearest.
function feedsFor({ table, picks, axis, indices }: Scatter) {
  const random = createRandom(5);
  const floats = (count: number) => Array.from({ length: count }, () => random.uniform(-1, 1));
  const rows = table[axis] ?? 1;
  const elements = table.reduce((product, length) => product * length, 1);
  const least = indices === 'i32' ? -2 : 0;
  return {
    table: floats(elements),
    more: floats(elements),
    updates: floats((elements / rows) * picks),
    indices: Array.from({ length: picks }, (_, at) => (at % 2 === 0 ? 1 : random.integer(least, rows + 1))),
  };
}

test('few picks are looked for by every thread', () => {
  const operands = [input('table', 'f32', [4, 8]), input('at', 'i32', [16]), input('by', 'f32', [16, 8])];
  const { passes } = compile(graphOf([node('scatter-add', operands, { axis: 0 })]), emulatedDevice(32)).plan;
  expect(passes.map(({ workgroups }) => workgroups)).toEqual([[1, 1, 1]]);
});
