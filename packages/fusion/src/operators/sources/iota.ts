import { dtypeOf, integerOf, integersOf } from '../../graph/attributes.ts';
import type { Type } from '../../graph/types.ts';
import { stridesOf } from '../contract.ts';
import type { Source } from '../contract.ts';
import { checkAxes } from '../rules.ts';

export const iota: Source = {
  name: 'iota',
  class: 'source',
  summary: 'the coordinate along an axis: 0, 1, 2 …',
  arity: 0,
  attributes: { axis: 'integer', dtype: 'dtype', shape: 'shape' },
  infer: (_, attributes) => {
    const type = { dtype: dtypeOf(attributes, 'dtype'), shape: integersOf(attributes, 'shape') };
    checkAxes('iota', [integerOf(attributes, 'axis')], type);
    return type;
  },
  evaluate: ({ attributes, type }) => {
    const { stride, length } = along(type, integerOf(attributes, 'axis'));
    return (index) => Math.floor(index / stride) % length;
  },
  wgsl: ({ attributes, type }) => {
    const { stride, length } = along(type, integerOf(attributes, 'axis'));
    const scalar = type.dtype === 'i8' ? 'i32' : type.dtype;
    return (index) => `${scalar}(${index} / ${stride}u % ${length}u)`;
  },
};

function along({ shape }: Type, axis: number): { readonly stride: number; readonly length: number } {
  return { stride: stridesOf(shape)[axis] ?? 1, length: shape[axis] ?? 1 };
}
