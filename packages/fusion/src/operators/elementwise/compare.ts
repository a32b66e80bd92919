import { GraphError } from '../../graph/errors.ts';
import { textOf } from '../../graph/attributes.ts';
import type { Attributes } from '../../graph/types.ts';
import { exact } from '../contract.ts';
import type { Elementwise } from '../contract.ts';
import { common } from '../rules.ts';

const comparisons: { readonly [how: string]: (x: number, y: number) => boolean } = {
  '<': (x, y) => x < y,
  '<=': (x, y) => x <= y,
  '==': (x, y) => x === y,
  '!=': (x, y) => x !== y,
  '>=': (x, y) => x >= y,
  '>': (x, y) => x > y,
};

export const compare: Elementwise = {
  name: 'compare',
  class: 'elementwise',
  summary: `x < y, or another of ${Object.keys(comparisons).join(' ')}, as a bool`,
  arity: 2,
  attributes: { how: 'text' },
  flops: 1,
  error: exact,
  infer: (operands, attributes) => {
    comparisonOf(attributes);
    // Of two bools neither is less.
    const domain = ['==', '!='].includes(textOf(attributes, 'how')) ? 'any' : 'ordered';
    return { dtype: 'bool', shape: common('compare', domain, operands).shape };
  },
  evaluate: ({ attributes }) => {
    const holds = comparisonOf(attributes);
    return (x, y) => Number(holds(x, y));
  },
  wgsl:
    ({ attributes }) =>
    (x, y) =>
      `(${x} ${textOf(attributes, 'how')} ${y})`,
};

function comparisonOf(attributes: Attributes): (x: number, y: number) => boolean {
  const how = textOf(attributes, 'how');
  const found = Object.hasOwn(comparisons, how) ? comparisons[how] : undefined;
  if (found) return found;
  const known = Object.keys(comparisons).join(' ');
  throw new GraphError('AttributeError', `compare knows ${known}, not ${JSON.stringify(how)}`);
}
