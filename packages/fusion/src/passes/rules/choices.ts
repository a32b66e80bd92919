// Casts, comparisons and choices.
import { node } from '../../graph/build.ts';
import { isFloat } from '../../graph/types.ts';
import { holds } from '../../operators/promotion.ts';
import { operandsOf } from '../rule.ts';
import type { Rule } from '../rule.ts';

export const choices: readonly Rule[] = [
  {
    name: 'cast to its own type → x',
    roots: ['cast'],
    agreement: 'bitwise',
    why: 'nothing is converted',
    before: '%0 = input x : f32[4]\n%1 = cast %0 : f32[4]\nreturn %1',
    after: '%0 = input x : f32[4]\nreturn %0',
    apply: (cast) => {
      const [x] = operandsOf(cast);
      return x.type.dtype === cast.type.dtype ? x : null;
    },
  },
  {
    name: 'cast ∘ cast → cast',
    roots: ['cast'],
    agreement: 'bitwise',
    why: 'where the type between holds every number of the first; f32 through f16 loses bits, and stays, as a sign on its way to u32 does',
    before: '%0 = input x : f16[4]\n%1 = cast %0 : f32[4]\n%2 = cast %1 : i32[4]\nreturn %2',
    after: '%0 = input x : f16[4]\n%1 = cast %0 : i32[4]\nreturn %1',
    apply: (outer) => {
      const [inner] = operandsOf(outer);
      if (inner.op !== 'cast') return null;
      const [x] = operandsOf(inner);
      // Of i8 u32 keeps the bits, of a float it is 0 below 0.
      const isByBits = isFloat(inner.type.dtype) && x.type.dtype === 'i8' && outer.type.dtype === 'u32';
      return holds(inner.type.dtype, x.type.dtype) && !isByBits ? node('cast', [x], outer.attributes) : null;
    },
  },
  {
    name: 'not(x == y) → x != y',
    roots: ['not'],
    agreement: 'bitwise',
    why: 'of == and != alone: NaN is neither less than a number nor greater or equal',
    before:
      '%0 = input x : f32[4]\n%1 = input y : f32[4]\n%2 = compare %0, %1 {how = "=="} : bool[4]\n%3 = not %2 : bool[4]\nreturn %3',
    after:
      '%0 = input x : f32[4]\n%1 = input y : f32[4]\n%2 = compare %0, %1 {how = "!="} : bool[4]\nreturn %2',
    apply: (opposite) => {
      const [comparison] = operandsOf(opposite);
      const how = { '==': '!=', '!=': '==' }[String(comparison.attributes['how'])];
      return comparison.op === 'compare' && how ? node('compare', comparison.operands, { how }) : null;
    },
  },
  {
    name: 'select(not c, x, y) → select(c, y, x)',
    roots: ['select'],
    agreement: 'bitwise',
    why: 'the other way round',
    before:
      '%0 = input c : bool[4]\n%1 = input x : f32[4]\n%2 = input y : f32[4]\n%3 = not %0 : bool[4]\n%4 = select %3, %1, %2 : f32[4]\nreturn %4',
    after:
      '%0 = input c : bool[4]\n%1 = input x : f32[4]\n%2 = input y : f32[4]\n%3 = select %0, %2, %1 : f32[4]\nreturn %3',
    apply: (choice) => {
      const [condition, x, y] = operandsOf(choice);
      return condition.op === 'not' ? node('select', [operandsOf(condition)[0], y, x]) : null;
    },
  },
];
