// A large, deep product takes two stages of workgroup memory: its very text, of which the emulator runs the first workgroup.
import { createRandom } from '@kernel-ladder/harness';
import { emulatedDevice, emulatePlan, validateWgsl } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { compile } from './compile/index.ts';
import { add, input } from './expression.ts';
import { graphOf, node } from './graph/build.ts';
import { feedsOf } from './testing/index.ts';

const device = { ...emulatedDevice(32), name: 'NVIDIA H200' };
// An odd number of slices: the second one of the last pair lies behind K as a whole.
const [side, k] = [2048, 1032];

const operands = [input('a', 'f32', [side, k]), input('b', 'f32', [k, side])];
const graph = graphOf([add(node('matmul', operands), input('bias', 'f32', [side]))]);
const program = compile(graph, device);
const [pass, ...others] = program.plan.passes;
if (!pass || !('text' in pass.wgsl)) throw new Error('a generated kernel is expected');
const { text } = pass.wgsl;

test('it is one kernel of 128 x 128 tiles, which Tint takes', async () => {
  expect(others).toEqual([]);
  expect(pass.workgroups).toEqual([128, 2, 1]);
  expect(text).toContain('// Two stages of slices of A');
  expect(await validateWgsl(text)).toEqual([]);
});

test('a tile is right, and moves its share of the bytes of the plan', () => {
  const feeds = feedsOf(graph, createRandom(3));
  const [a, b, bias] = (['a', 'b', 'bias'] as const).map((name) => Float32Array.from(feeds[name] ?? []));
  if (!a || !b || !bias) throw new Error('three operands are expected');
  const { outputs, hazards, moved } = emulatePlan({
    plan: { ...program.plan, passes: [{ ...pass, workgroups: [1, 1, 1] }] },
    inputs: { a, b, bias },
    outputs: { result: { type: 'f32', length: side * side } },
    load: (file) => {
      throw new Error(`nothing is read from ${file}`);
    },
    subgroupSize: 32,
  });
  expect(hazards).toEqual([]);
  const c = outputs['result'] ?? [];
  for (const [row, column] of [
    [0, 0],
    [5, 127],
    [63, 64],
    [127, 3],
  ] as const) {
    const terms = Array.from({ length: k }, (_, at) => (a[row * k + at] ?? 0) * (b[at * side + column] ?? 0));
    expect(c[row * side + column]).toBeCloseTo(
      terms.reduce((sum, term) => sum + term, bias[column] ?? 0),
      3,
    );
  }
  const bytes = [...moved.values()].reduce((sum, each) => sum + each, 0);
  // The plan counts the bias once, and every element of C asks for one of it.
  expect(256 * bytes).toBe(program.plan.implBytes - 4 * side + 4 * side * side);
});
