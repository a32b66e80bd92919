import { dataOf, dtypeOf, integersOf } from '../../graph/attributes.ts';
import { GraphError } from '../../graph/errors.ts';
import { countOf, isFloat } from '../../graph/types.ts';
import type { Attributes, Dtype, Type } from '../../graph/types.ts';
import type { Source } from '../contract.ts';
import { checkNumber } from '../rules.ts';

export const constant: Source = {
  name: 'constant',
  class: 'source',
  summary: 'one number everywhere, or the numbers in row-major order',
  arity: 0,
  attributes: { value: 'data', dtype: 'dtype', shape: 'shape' },
  infer: (_, attributes) => typeOfData(attributes),
  evaluate: ({ attributes }) => {
    const value = dataOf(attributes, 'value');
    return typeof value === 'number' ? () => value : (index) => value[index] ?? Number.NaN;
  },
  wgsl: ({ attributes, type }) => {
    const value = dataOf(attributes, 'value');
    const text = typeof value === 'number' ? literal(value, type.dtype) : null;
    return text === null ? null : () => text;
  },
};

function typeOfData(attributes: Attributes): Type {
  const type = { dtype: dtypeOf(attributes, 'dtype'), shape: integersOf(attributes, 'shape') };
  const value = dataOf(attributes, 'value');
  const count = countOf(type.shape);
  if (typeof value !== 'number' && value.length !== count)
    throw new GraphError('ShapeError', `constant has ${value.length} numbers for ${count} elements`);
  for (const number of typeof value === 'number' ? [value] : value)
    checkNumber('constant', number, type.dtype);
  return type;
}

/** A number as a WGSL literal; null of infinities and NaN, which WGSL refuses in constant expressions. */
function literal(value: number, dtype: Dtype): string | null {
  if (dtype === 'bool') return String(value !== 0);
  if (!isFloat(dtype)) return `${dtype === 'u32' ? 'u32' : 'i32'}(${value})`;
  if (!Number.isFinite(value)) return null;
  return `${dtype}(${Object.is(value, -0) ? '-0.0' : value})`;
}
