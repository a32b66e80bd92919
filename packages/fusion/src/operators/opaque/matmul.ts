import { numberOf, flagOf } from '../../graph/attributes.ts';
import type { Expression } from '../../graph/expression.ts';
import type { Attributes } from '../../graph/types.ts';
import type { Backward, Call, Opaque } from '../contract.ts';
import { sumTo } from '../sum-to.ts';
import { multiply } from './product.ts';
import { productOf, productType } from './product-shape.ts';

export const matmul: Opaque = {
  name: 'matmul',
  class: 'opaque',
  summary:
    'alpha · A · B, plus C; A is […, M, K] or transposed, B […, K, N], C anything that broadcasts to the result',
  arity: [2, 3],
  attributes: { transposeA: 'boolean?', transposeB: 'boolean?', alpha: 'number?' },
  infer: productType,
  evaluate: (call, a, b, c) => multiply(call, a, b, c),
  flops: ({ operands, attributes }) => {
    const { batch, m, n, k } = productOf(operands, attributes);
    return 2 * batch * m * n * k;
  },
  gradient: (at, a, b, c) => [
    ...factorSlopes(at, a, b),
    ...(c === undefined ? [] : [sumTo(at.op, at.slope, c.type.shape)]),
  ],
};

// C = A·B gives dA = dC·Bᵀ and dB = Aᵀ·dC. Transposes of operands become transposes of the products, which cost nothing.
function factorSlopes({ op, slope, call }: Backward, a: Expression, b: Expression): readonly Expression[] {
  const [transposeA, transposeB] = [
    flagOf(call.attributes, 'transposeA'),
    flagOf(call.attributes, 'transposeB'),
  ];
  const scale = scaleOf(call);
  const product = (left: Expression, right: Expression, flags: Attributes) =>
    op('matmul', [left, right], { ...set(flags), ...scale });
  return [
    transposeA
      ? product(b, slope, { transposeA: transposeB, transposeB: true })
      : product(slope, b, { transposeB: !transposeB }),
    transposeB
      ? product(slope, a, { transposeA: true, transposeB: transposeA })
      : product(a, slope, { transposeA: !transposeA }),
  ];
}

function scaleOf({ attributes }: Call): Attributes {
  const alpha = numberOf(attributes, 'alpha', 1);
  return alpha === 1 ? {} : { alpha };
}

// Defaults are not written.
function set(flags: Attributes): Attributes {
  return Object.fromEntries(Object.entries(flags).filter(([, value]) => value === true));
}
