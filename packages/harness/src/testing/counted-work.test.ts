// The operations that the harness says were done, against the same arithmetic run and counted on the host.
import { expect, test } from 'vitest';
import { doubleCase, family } from '../../fixtures/double/family.ts';
import { inputsOf } from '../contract/inputs.ts';
import { deriveMetrics } from '../measure/rates.ts';
import { fmaFlops, fmaKernel, matrixFlops, matrixKernel } from '../machine/rulers.wgsl.ts';
import type { FmaSpec, MatrixSpec } from '../machine/rulers.wgsl.ts';
import { summarise } from '../measure/summary.ts';

/** Arithmetic that counts each of its operations. */
function createCounter() {
  let count = 0;
  const counted = (value: number) => {
    count++;
    return value;
  };
  const add = (a: number, b: number) => counted(a + b);
  const multiply = (a: number, b: number) => counted(a * b);
  const multiplyAdd = (a: number, b: number, c: number) => add(multiply(a, b), c);
  return { add, multiply, multiplyAdd, count: () => count };
}

type Counter = ReturnType<typeof createCounter>;

/**
 * Runs the loop of a ruler's text, whose lines all read `c0 = …;`: `step` does the right-hand side on the value of its
 * chain. Gives the values of all chains.
 */
function runLoop(text: string, step: (expression: string, value: number) => number): readonly number[] {
  const [, trips, body] = /for \(var trip = 0u; trip < (\d+)u; trip\+\+\) \{\n(.*?)\n {2}\}\n/s.exec(text)!;
  const chains = new Map<string, number>();
  for (let trip = 0; trip < Number(trips); trip++)
    for (const line of body!.split('\n')) {
      const [, chain, expression] = /^ {4}(c\d+) = (.*);$/.exec(line)!;
      chains.set(chain!, step(expression!.replace(chain!, 'c'), chains.get(chain!) ?? 0));
    }
  return [...chains.values()];
}

// With factors and addends of one, a chain counts its own steps.
function multiplyAddStep({ add, multiply, multiplyAdd }: Counter, lanes: number) {
  return (expression: string, value: number) => {
    switch (expression) {
      case 'fma(c, a, b)':
      case 'c * a + b':
        return Math.max(...Array.from({ length: lanes }, () => multiplyAdd(value, 1, 1)));
      case 'dot4I8Packed(u32(c), u32(a)) + b':
        return add([value, 0, 0, 0].map((byte) => multiply(byte, 1)).reduce(add), 1);
      default:
        throw new Error(`no arithmetic for ${expression}`);
    }
  };
}

const fmaSpecs: readonly FmaSpec[] = [
  { type: 'f32', lanes: 1 },
  { type: 'i32', lanes: 1 },
  { type: 'u32', lanes: 1 },
  { type: 'i32', lanes: 4 },
  { type: 'f16', lanes: 2 },
];

test.for(fmaSpecs)('the ruler of $type in $lanes lanes does the operations that its roof counts', (spec) => {
  for (const trips of [1, 3]) {
    const counter = createCounter();
    const chains = runLoop(fmaKernel(spec, trips), multiplyAddStep(counter, spec.lanes));
    expect(counter.count()).toBe(fmaFlops(spec, trips));
    // No chain is shorter than another: none of the operations can be left out.
    expect(new Set(chains).size).toBe(1);
    expect(chains[0]! * chains.length * 2 * spec.lanes).toBe(counter.count());
  }
});

function matrixStep({ multiplyAdd }: Counter, { deep }: MatrixSpec) {
  return (expression: string, value: number) => {
    expect(expression).toBe('subgroupMatrixMultiplyAccumulate(left, right, c)');
    let sum = value;
    for (let element = 0; element < 16 * 16; element++) {
      sum = value;
      for (let term = 0; term < deep; term++) sum = multiplyAdd(1, 1, sum);
    }
    return sum;
  };
}

const matrixSpecs: readonly MatrixSpec[] = [
  { input: 'f16', sum: 'f32', deep: 16 },
  { input: 'i8', sum: 'i32', deep: 32 },
];

test.for(matrixSpecs)('the ruler of $input matrices does the operations that its roof counts', (spec) => {
  for (const trips of [1, 3]) {
    const counter = createCounter();
    const chains = runLoop(matrixKernel(spec, trips), matrixStep(counter, spec));
    expect(counter.count()).toBe(matrixFlops(spec, trips));
    expect(chains).toEqual(Array(chains.length).fill(trips * spec.deep));
  }
});

const conditions = {
  cache: 'hot',
  hazard: 'serial',
  method: 'single',
  warmupMs: 5,
  stopReason: 'converged',
} as const;

test.for([0, 1, 64, 1000].map(doubleCase))(
  'work and rate of the doubling family at n = $n are what it does',
  (params) => {
    const counter = createCounter();
    const { values } = inputsOf(family, params, 1);
    const doubled = Float32Array.from(values!, (value) => counter.multiply(2, value));
    expect(family.oracle(params, { values: values! }).verify({ doubled }, { longestSum: 1 }).passed).toBe(
      true,
    );
    const { flops, minBytes } = family.work(params);
    expect(flops).toBe(counter.count());
    expect(minBytes).toBe(values!.byteLength + doubled.byteLength);
    const ceilings = {
      roofs: { copyGBps: 1, readGBps: 1, gflops: { f32: 1 } },
      peaks: null,
      arithmetic: 'f32',
      inCache: true,
    };
    const metrics = deriveMetrics({ flops, minBytes, implBytes: 0 }, summarise([500], conditions), ceilings);
    expect(metrics.gflops).toBe(counter.count() / 500);
  },
);
