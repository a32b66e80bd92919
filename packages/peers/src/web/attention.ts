// Scaled dot-product attention of other people's libraries; tfjs has none, and is given what its users write instead.
import { missingFeature, notApplicable, overLimit } from '@kernel-ladder/harness';
import type { Arrays, DeviceFacts, NumberArray, Skip } from '@kernel-ladder/harness';
import { family } from '@kernel-ladder/kernel-attention';
import type { AttentionCase } from '@kernel-ladder/kernel-attention';
import { webRows } from './rows.ts';
import type { Dims, Shapes } from './task.ts';

/** The rows of the libraries. */
export const attentionLibraries = webRows<AttentionCase>({
  family,
  refuse: ({ output, mask }) => {
    if (output !== 'attention') return notApplicable(`the libraries do not give ${output}`);
    return mask === 'padding' ? notApplicable('the libraries are given no lengths') : null;
  },
  shapes: headsFirst,
  ways: {
    tfjs: {
      calls: 'matMul, mul, softmax, matMul',
      scratchBytes: scoreBytes,
      refuse: (params, device) => {
        if (params.dtype !== 'f32') return notApplicable('tfjs computes in f32');
        if (params.g > 1) return notApplicable('matMul shares no keys among heads');
        return refuseMasked(params) ?? refuseScores(params, device);
      },
      compute:
        ({ d }) =>
        (tf, operand) => {
          const scores = tf.matMul(operand('queries'), operand('keys'), false, true);
          return tf.matMul(tf.softmax(tf.mul(scores, 1 / Math.sqrt(d))), operand('values'));
        },
    },
    'onnxruntime-web': {
      calls: 'MultiHeadAttention of com.microsoft',
      refuse: (params, device) => {
        if (params.g > 1) return notApplicable('MultiHeadAttention shares no keys among heads');
        return refuseMasked(params) ?? refuseHalf(params, device) ?? refuseNarrow(device);
      },
      shapes: ({ b, h, q, k, d }) => ({
        operands: { queries: [b, q, h * d], keys: [b, k, h * d], values: [b, k, h * d] },
        result: [b, q, h * d],
      }),
      order: { inputs: tokensFirst, result: headsFirstAgain },
      compute: ({ h }) => ({
        nodes: [
          {
            op: 'MultiHeadAttention',
            domain: 'com.microsoft',
            inputs: ['queries', 'keys', 'values'],
            output: 'outputs',
            attributes: { num_heads: h },
          },
        ],
        output: 'outputs',
      }),
    },
    'jax-js': {
      calls: 'nn.dotProductAttention, in one jit',
      scratchBytes: scoreBytes,
      refuse: (params, device) => {
        if (params.mask === 'causal' && params.q !== params.k)
          return notApplicable('isCausal aligns the first query with the first key');
        return refuseHalf(params, device) ?? refuseScores(params, device);
      },
      shapes: ({ b, h, g, q, k, d }) => ({
        operands: { queries: [b, q, h, d], keys: [b, k, h / g, d], values: [b, k, h / g, d] },
        result: [b, q, h, d],
      }),
      order: { inputs: tokensFirst, result: headsFirstAgain },
      compute:
        ({ mask }) =>
        (jax, ...[queries, keys, values]) => {
          if (!queries || !keys || !values) throw new Error('an attention has three operands');
          return jax.nn.dotProductAttention(queries, keys, values, { isCausal: mask === 'causal' });
        },
    },
  },
});

function headsFirst({ b, h, g, q, k, d }: AttentionCase): Shapes {
  const heads: Dims = [(b * h) / g, k, d];
  return { operands: { queries: [b * h, q, d], keys: heads, values: heads }, result: [b * h, q, d] };
}

function refuseMasked({ mask }: AttentionCase): Skip | null {
  return mask === 'none' ? null : notApplicable('the row has no mask');
}

function refuseHalf({ dtype }: AttentionCase, { features }: DeviceFacts): Skip | null {
  return dtype === 'f16' && !features.has('shader-f16') ? missingFeature('shader-f16') : null;
}

// Its kernel shuffles over eight lanes or more: in subgroups of four it reads lanes that are none, and the answer is wrong.
function refuseNarrow({ features, subgroupMinSize }: DeviceFacts): Skip | null {
  const lanes = 8;
  return features.has('subgroups') && subgroupMinSize < lanes
    ? notApplicable(`its FlashAttention is wrong in subgroups of ${subgroupMinSize} lanes: it reads ${lanes}`)
    : null;
}

// Who computes with operations of its own writes all scores to memory.
function refuseScores(params: AttentionCase, { limits }: DeviceFacts): Skip | null {
  const limit = 'maxStorageBufferBindingSize';
  const [needed, offered] = [scoreBytes(params), limits[limit] ?? Infinity];
  return needed > offered ? overLimit(limit, needed, offered) : null;
}

function scoreBytes({ b, h, q, k, dtype }: AttentionCase): number {
  return b * h * q * k * (dtype === 'f16' ? 2 : 4);
}

function tokensFirst({ b, h, g, q, k, d }: AttentionCase, inputs: Arrays): Arrays {
  const { queries, keys, values } = inputs;
  if (!queries || !keys || !values) throw new Error('an attention has three inputs');
  return {
    queries: swapped(queries, [b, h, q, d]),
    keys: swapped(keys, [b, h / g, k, d]),
    values: swapped(values, [b, h / g, k, d]),
  };
}

function headsFirstAgain({ b, h, q, d }: AttentionCase, result: NumberArray): NumberArray {
  return swapped(result, [b, q, h, d]);
}

// The same elements with the second and the third axis in turn.
function swapped(
  array: NumberArray,
  [b, first, second, d]: readonly [number, number, number, number],
): NumberArray {
  const turned = array.slice();
  for (let batch = 0; batch < b; batch++) {
    for (let i = 0; i < first; i++) {
      for (let j = 0; j < second; j++) {
        const from = ((batch * first + i) * second + j) * d;
        turned.set(array.subarray(from, from + d), ((batch * second + j) * first + i) * d);
      }
    }
  }
  return turned;
}
