// What a product of matrices takes along: a factor, an addend, the order of its operands' axes. Each was a pass over memory.
import { flagOf, numberOf } from '../../graph/attributes.ts';
import { node } from '../../graph/build.ts';
import type { Expression } from '../../graph/expression.ts';
import type { Attributes } from '../../graph/types.ts';
import { listOf, operandsOf, splatOf } from '../rule.ts';
import { jointFactor } from './strength.ts';
import type { Rule } from '../rule.ts';

export const products: readonly Rule[] = [
  {
    name: 'matmul + C → matmul with an addend',
    roots: ['add'],
    agreement: 'rounding',
    why: 'the epilogue adds it before the product is stored, and rounded. Only where nobody else reads the product',
    before:
      '%0 = input a : f32[2,3]\n%1 = input b : f32[3,4]\n%2 = input c : f32[4]\n%3 = matmul %0, %1 : f32[2,4]\n%4 = broadcast %2 : f32[2,4]\n%5 = add %3, %4 : f32[2,4]\nreturn %5',
    after:
      '%0 = input a : f32[2,3]\n%1 = input b : f32[3,4]\n%2 = input c : f32[4]\n%3 = matmul %0, %1, %2 : f32[2,4]\nreturn %3',
    apply: (sum, { readers }) => {
      const [x, y] = operandsOf(sum);
      const isPlain = (product: Expression) =>
        product.op === 'matmul' && product.operands.length === 2 && readers(product) === 1;
      if (isPlain(x)) return node('matmul', [...x.operands, unbroadcast(y)], x.attributes);
      return isPlain(y) ? node('matmul', [...y.operands, unbroadcast(x)], y.attributes) : null;
    },
  },
  {
    name: 'scaled matmul → alpha',
    roots: ['mul'],
    agreement: 'rounding',
    why: 'the epilogue has the factor already. Only where nobody else reads the product',
    before:
      '%0 = input a : f32[2,3]\n%1 = input b : f32[3,4]\n%2 = matmul %0, %1 : f32[2,4]\n%3 = constant {value = 0.5} : f32[2,4]\n%4 = mul %2, %3 : f32[2,4]\nreturn %4',
    after:
      '%0 = input a : f32[2,3]\n%1 = input b : f32[3,4]\n%2 = matmul %0, %1 {alpha = 0.5} : f32[2,4]\nreturn %2',
    apply: (product, { readers }) => {
      const [x, y] = operandsOf(product);
      const [inner, factor] = splatOf(y) === null ? [y, splatOf(x)] : [x, splatOf(y)];
      const isPlain = inner.op === 'matmul' && inner.operands.length === 2 && readers(inner) === 1;
      return isPlain && factor !== null ? scaled(inner, factor) : null;
    },
  },
  {
    name: 'transpose into matmul',
    roots: ['matmul'],
    agreement: 'bitwise',
    why: 'a kernel reads either order of axes; a transpose of its own moves the matrix twice',
    before:
      '%0 = input a : f32[3,2]\n%1 = input b : f32[3,4]\n%2 = transpose %0 {permutation = [1, 0]} : f32[2,3]\n%3 = matmul %2, %1 : f32[2,4]\nreturn %3',
    after:
      '%0 = input a : f32[3,2]\n%1 = input b : f32[3,4]\n%2 = matmul %0, %1 {transposeA = true} : f32[2,4]\nreturn %2',
    apply: (product) => {
      const [a, b] = operandsOf(product);
      const addends = product.operands.slice(2);
      if (isMatrixTranspose(a))
        return node('matmul', [operandsOf(a)[0], b, ...addends], turned(product.attributes, 'transposeA'));
      if (isMatrixTranspose(b))
        return node('matmul', [a, operandsOf(b)[0], ...addends], turned(product.attributes, 'transposeB'));
      return null;
    },
  },
  {
    name: 'transpose of matmul → matmul',
    roots: ['transpose'],
    agreement: 'bitwise',
    why: '(A·B)ᵀ = Bᵀ·Aᵀ, with the same terms in the same order. Only where nobody else reads the product',
    before:
      '%0 = input a : f32[2,3]\n%1 = input b : f32[3,4]\n%2 = matmul %0, %1 : f32[2,4]\n%3 = transpose %2 {permutation = [1, 0]} : f32[4,2]\nreturn %3',
    after:
      '%0 = input a : f32[2,3]\n%1 = input b : f32[3,4]\n%2 = matmul %1, %0 {transposeA = true, transposeB = true} : f32[4,2]\nreturn %2',
    apply: (outer, { readers }) => {
      const [product] = operandsOf(outer);
      const isPlain = product.op === 'matmul' && product.operands.length === 2 && readers(product) === 1;
      if (!isPlain || !isMatrixTranspose(outer)) return null;
      const [a, b] = operandsOf(product);
      return node('matmul', [b, a], {
        ...withFlags(!flagOf(product.attributes, 'transposeB'), !flagOf(product.attributes, 'transposeA')),
        ...alphaOf(product.attributes),
      });
    },
  },
];

// Addends broadcast by themselves, aligned at the last axis like every broadcast.
function unbroadcast(x: Expression): Expression {
  return x.op === 'broadcast' ? operandsOf(x)[0] : x;
}

function scaled(product: Expression, factor: number): Expression | null {
  const { alpha: _, ...flags } = product.attributes;
  const alpha = jointFactor(numberOf(product.attributes, 'alpha', 1), factor, product.type.dtype);
  // An alpha of 0 is a way to say that A and B are not read: it is none of ours.
  if (alpha === null || alpha === 0) return null;
  return node('matmul', product.operands, alpha === 1 ? flags : { ...flags, alpha });
}

/** Whether a value is a transpose of the last two axes and no others. */
export function isMatrixTranspose(x: Expression): boolean {
  const rank = x.type.shape.length;
  const swapped = [...Array(rank).keys()].map((axis) => (axis < rank - 2 ? axis : 2 * rank - 3 - axis));
  return (
    x.op === 'transpose' &&
    rank >= 2 &&
    listOf(x, 'permutation').every((axis, place) => axis === swapped[place])
  );
}

function turned(attributes: Attributes, name: 'transposeA' | 'transposeB'): Attributes {
  const a = flagOf(attributes, 'transposeA') !== (name === 'transposeA');
  const b = flagOf(attributes, 'transposeB') !== (name === 'transposeB');
  return { ...withFlags(a, b), ...alphaOf(attributes) };
}

function withFlags(transposeA: boolean, transposeB: boolean): Attributes {
  return { ...(transposeA ? { transposeA } : {}), ...(transposeB ? { transposeB } : {}) };
}

function alphaOf({ alpha }: Attributes): Attributes {
  return alpha === undefined ? {} : { alpha };
}
