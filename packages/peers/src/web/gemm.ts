// Matrix products of other people's libraries, with a bias and a ReLU where the case has them.
import { missingFeature, notApplicable } from '@kernel-ladder/harness';
import type { Skip } from '@kernel-ladder/harness';
import { family } from '@kernel-ladder/kernel-gemm';
import type { GemmCase } from '@kernel-ladder/kernel-gemm';
import type { JaxArray, JaxCompute } from './jax.ts';
import type { Node } from './onnx.ts';
import type { OnnxCompute } from './onnxruntime.ts';
import { webRows } from './rows.ts';
import type { Dims, Shapes } from './task.ts';

const epilogues = ['none', 'bias', 'relu', 'bias-relu'];

/** The rows of the libraries. */
export const gemmLibraries = webRows<GemmCase>({
  family,
  refuse,
  shapes,
  ways: {
    tfjs: {
      calls: 'matMul; fused.matMul where the case has a bias or a ReLU',
      refuse: ({ dtype }) => (dtype === 'f32' ? null : notApplicable('tfjs multiplies f32')),
      compute: (params) => (tf, operand) => {
        const [a, b] = [operand('a'), operand('b')];
        const { transposeA, transposeB, hasBias, hasRelu } = traitsOf(params);
        if (!hasBias && !hasRelu) return tf.matMul(a, b, transposeA, transposeB);
        const bias = hasBias ? { bias: operand('bias') } : {};
        const activation = hasRelu ? { activation: 'relu' as const } : {};
        return tf.fused.matMul({ a, b, transposeA, transposeB, ...bias, ...activation });
      },
    },
    'onnxruntime-web': {
      calls: 'MatMul; Gemm, and Relu, where the case has a bias, a ReLU or a transposed operand',
      refuse: (params, { features }) => {
        if (params.dtype === 'f16' && !features.has('shader-f16')) return missingFeature('shader-f16');
        return params.batch > 1 && !isPlain(params)
          ? notApplicable('Gemm, which has a bias and transposes, takes one product')
          : null;
      },
      compute: onnxProduct,
    },
    'jax-js': {
      calls: 'numpy.matmul, add, nn.relu, in one jit',
      refuse: ({ dtype }, { features }) =>
        dtype === 'f16' && !features.has('shader-f16') ? missingFeature('shader-f16') : null,
      compute: jaxProduct,
    },
  },
});

function refuse({ dtype, epilogue }: GemmCase): Skip | null {
  if (dtype === 'f16-f32')
    return notApplicable('the libraries round a product of f16 to f16, and the case wants f32');
  if (dtype !== 'f32' && dtype !== 'f16') return notApplicable(`the libraries are given no ${dtype}`);
  return epilogues.includes(epilogue) ? null : notApplicable(`no library fuses the epilogue ${epilogue}`);
}

function shapes({ m, n, k, batch, layout, epilogue }: GemmCase): Shapes {
  const batched = (dims: Dims): Dims => (batch === 1 ? dims : [batch, ...dims]);
  return {
    operands: {
      a: batched(layout[0] === 't' ? [k, m] : [m, k]),
      b: batched(layout[1] === 't' ? [n, k] : [k, n]),
      ...(epilogue.startsWith('bias') ? { bias: [n] } : {}),
    },
    result: batched([m, n]),
  };
}

function traitsOf({ layout, epilogue }: GemmCase) {
  return {
    transposeA: layout[0] === 't',
    transposeB: layout[1] === 't',
    hasBias: epilogue.startsWith('bias'),
    hasRelu: epilogue.endsWith('relu'),
  };
}

function isPlain({ layout, epilogue }: GemmCase): boolean {
  return layout === 'nn' && epilogue === 'none';
}

function onnxProduct(params: GemmCase): OnnxCompute {
  const { transposeA, transposeB, hasBias, hasRelu } = traitsOf(params);
  const output = 'c';
  if (isPlain(params)) return { nodes: [{ op: 'MatMul', inputs: ['a', 'b'], output }], output };
  const product: Node = {
    op: 'Gemm',
    inputs: ['a', 'b', ...(hasBias ? ['bias'] : [])],
    output: hasRelu ? 'sums' : output,
    attributes: { transA: Number(transposeA), transB: Number(transposeB) },
  };
  const relu: Node = { op: 'Relu', inputs: ['sums'], output };
  return { nodes: hasRelu ? [product, relu] : [product], output };
}

function jaxProduct(params: GemmCase): JaxCompute {
  const { transposeA, transposeB, hasBias, hasRelu } = traitsOf(params);
  return ({ numpy, nn }, ...[a, b, bias]: readonly JaxArray[]) => {
    if (!a || !b) throw new Error('a product has two operands');
    const turned = (array: JaxArray, isTurned: boolean) => (isTurned ? numpy.matrixTranspose(array) : array);
    const product = numpy.matmul(turned(a, transposeA), turned(b, transposeB));
    const sums = hasBias && bias ? product.add(bias) : product;
    return hasRelu ? nn.relu(sums) : sums;
  };
}
