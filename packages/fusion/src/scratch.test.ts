import { allocate } from '@kernel-ladder/harness';
import { emulatedDevice, emulatePlan, validateWgsl } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { compile } from './compile/compile.ts';
import { arrayTypeOf } from './compile/program.ts';
import { evaluate } from './evaluate.ts';
import { countOf } from './graph/types.ts';
import { graphOf, inputNode } from './graph/build.ts';
import { softmax, layerNorm } from './layers.ts';
import { add, gelu, mul } from './expression.ts';
import { matmul, sum, transpose } from './arrays.ts';
import { randomProgram } from './testing/index.ts';

function emulate(graph: any, feeds: any, fuse: boolean, lanes = 32) {
  const program = compile(graph, emulatedDevice(lanes), { fuse });
  const inputs: any = {};
  for (const { name, type, values } of [...program.inputs.map((i) => ({ ...i, values: feeds[i.name] })), ...program.constants]) {
    const a = allocate(arrayTypeOf(type), countOf(type.shape)); a.set(values as any); inputs[name] = a;
  }
  const outputs = Object.fromEntries(program.outputs.map(({ name, type }) => [name, { type: arrayTypeOf(type), length: countOf(type.shape) }]));
  const result = emulatePlan({ plan: program.plan, inputs, outputs, load: () => '', subgroupSize: lanes });
  return { program, result };
}
function compare(graph: any, feeds: any, fuse: boolean, lanes = 32) {
  const { program, result } = emulate(graph, feeds, fuse, lanes);
  const due = evaluate(graph, feeds);
  let worst = 0;
  for (const [i, { name }] of program.outputs.entries())
    for (const [at, v] of due[i]!.entries()) { const got = result.outputs[name]![at]!; const e = Math.abs(got - v) / (1 + Math.abs(v)); if (!(e <= worst)) worst = Number.isNaN(e) ? Infinity : e; }
  return { worst, hazards: result.hazards.map((h: any) => h.kind + ' ' + h.message), program };
}
const x = (name: string, ...shape: number[]) => inputNode(name, { dtype: 'f32', shape });
const feed = (graph: any) => Object.fromEntries(graph.inputs.map(({ name, type }: any, k: number) => [name, Float64Array.from({ length: countOf(type.shape) }, (_, i) => Math.fround(Math.sin(i * 1.7 + k) * 1.5))]));

const graphs: any = {
  gelu: graphOf([gelu(add(x('x', 8, 12), x('bias', 12)))]),
  softmax: graphOf([softmax(x('x', 5, 33))]),
  softmax4: graphOf([softmax(x('x', 6, 64))]),
  norm: graphOf([layerNorm(add(x('x', 3, 640), x('y', 3, 640)), x('g', 640), x('b', 640))]),
  sweeps: graphOf([softmax(x('x', 2, 40000))]),
  matmul: graphOf([gelu(add(matmul(x('x', 20, 36), x('w', 36, 24)), x('b', 24)))]),
  matmulT: graphOf([add(matmul(x('x', 2, 5, 7), transpose(x('w', 2, 9, 7))), 1)]),
  columns: graphOf([mul(sum(mul(x('x', 50, 40), 2), { axes: [0] }), 3)]),
};
test.for(Object.keys(graphs))('%s', async (name) => {
  const graph = graphs[name];
  for (const fuse of [true, false]) {
    const { worst, hazards, program } = compare(graph, feed(graph), fuse);
    if (fuse) console.log(name, program.plan.passes.length, program.memory, process.env['SHOW'] === name ? program.plan.passes.map((p: any) => p.wgsl.text).join('\n=====\n') : '');
    for (const pass of program.plan.passes) expect(await validateWgsl((pass.wgsl as any).text)).toEqual([]);
    expect(hazards).toEqual([]);
    expect(worst).toBeLessThan(2e-5);
  }
});
test('random', () => {
  const faults: string[] = [];
  for (let seed = 1; seed <= 200; seed++) {
    const { graph, feeds } = randomProgram({ seed, operations: 12 });
    for (const fuse of [true, false]) {
      try {
        const { worst, hazards } = compare(graph, feeds, fuse, seed % 2 ? 32 : 4);
        if (hazards.length || !(worst < 1e-4)) faults.push(`${seed} ${fuse} ${worst} ${hazards[0] ?? ''}`);
      } catch (error: any) { faults.push(`${seed} ${fuse} ${error.stack.split('\n').slice(0, 3).join(' | ')}`); }
    }
  }
  console.log(faults.length, faults.slice(0, 12).join('\n'));
  expect(faults).toEqual([]);
});
