import { createRandom } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { attentionCase, visibleKeys } from '../cases.ts';
import type { AttentionCase } from '../cases.ts';
import { attentionInputs } from '../inputs.ts';
import { levelMeans } from './level.ts';
import { attentionOracle } from './oracle.ts';
import { attendRow, operandsOf } from './reference.ts';

const level = { fill: 'level', b: 2, h: 4, g: 2, d: 16 } as const;

test.for(['none', 'causal', 'padding'] as const)(
  'the mean of what a query sees is its attention with mask %s',
  (mask) => {
    const params = attentionCase({ ...level, q: 9, k: 12, mask });
    const operands = operandsOf(attentionInputs(params, createRandom(1)));
    const meanAt = levelMeans(params, operands);
    for (let row = 0; row < params.b * params.h * params.q; row++) {
      const { output } = attendRow(params, operands, row);
      for (const [index, value] of output.entries())
        expect(meanAt(row * params.d + index)).toBeCloseTo(value, 12);
    }
  },
);

// One query of every head: the mean of its values, without one key where one is lost, rounded as the type asks.
function answer(params: AttentionCase, values: Float32Array, lost: number | null) {
  const { b, h, g, k, d, dtype } = params;
  const outputs = dtype === 'f16' ? new Float16Array(b * h * d) : new Float32Array(b * h * d);
  for (const index of outputs.keys()) {
    const head = Math.floor(index / d);
    const first = (Math.floor(head / h) * (h / g) + Math.floor((head % h) / g)) * k * d;
    let [sum, count] = [0, 0];
    for (let key = 0; key < visibleKeys(params, Math.floor(head / h), 0); key++) {
      if (key === lost) continue;
      sum += values[first + key * d + (index % d)] ?? 0;
      count++;
    }
    outputs[index] = sum / count;
  }
  return outputs;
}

test.for(['f32', 'f16'] as const)(
  'a key of 8192 that is lost shows in %s, be it the first or the last',
  (dtype) => {
    const params = attentionCase({ ...level, q: 1, k: 8192, dtype });
    const inputs = attentionInputs(params, createRandom(1));
    const { values } = operandsOf(inputs);
    const oracle = attentionOracle(params, inputs);
    const judge = (lost: number | null) =>
      oracle.verify({ outputs: answer(params, values, lost) }, { longestSum: 1 });
    expect(judge(null).passed).toBe(true);
    for (const key of [0, 1, 4095, 8190, 8191]) expect(judge(key).worst).toBeGreaterThan(5);
  },
);
