// What most elementwise operators have in common: operands and result of one type, no attributes.
import type { Dtype } from '../../graph/types.ts';
import type { Call, Elementwise, Gradient } from '../contract.ts';
import { common } from '../rules.ts';
import type { Domain } from '../rules.ts';

/** One map, as its file states it. */
export interface MapParts {
  readonly name: string;
  readonly summary: string;
  readonly domain: Domain;
  readonly flops: number;
  readonly gradient?: Gradient;
  readonly functions?: (call: Call) => readonly string[];
  readonly error?: (value: number, ...operands: number[]) => number;
}

interface Unary extends MapParts {
  readonly evaluate: (x: number) => number;
  readonly wgsl: (x: string, dtype: Dtype) => string;
}

interface Binary extends MapParts {
  readonly evaluate: (call: Call) => (x: number, y: number) => number;
  readonly wgsl: (x: string, y: string, dtype: Dtype) => string;
}

/** An operator of one operand, and a result of its type. */
export function unary({ domain, evaluate, wgsl, ...parts }: Unary): Elementwise {
  return {
    ...parts,
    class: 'elementwise',
    arity: 1,
    attributes: {},
    infer: (operands) => common(parts.name, domain, operands),
    evaluate: () => evaluate,
    wgsl:
      ({ type }) =>
      (x) =>
        wgsl(x, type.dtype),
  };
}

/** An operator of two operands of one type, and a result of that type. */
export function binary({ domain, evaluate, wgsl, ...parts }: Binary): Elementwise {
  return {
    ...parts,
    class: 'elementwise',
    arity: 2,
    attributes: {},
    infer: (operands) => common(parts.name, domain, operands),
    evaluate,
    wgsl:
      ({ type }) =>
      (x, y) =>
        wgsl(x, y, type.dtype),
  };
}
