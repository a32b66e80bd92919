// What reductions have in common: axes that stay, with length 1.
import { integersOf } from '../../graph/attributes.ts';
import { isFloat } from '../../graph/types.ts';
import type { Attributes, Type } from '../../graph/types.ts';
import type { Call, Gradient, Reduction } from '../contract.ts';
import { checkAxes, inDomain, operandAt } from '../rules.ts';

interface Fold {
  readonly name: string;
  readonly summary: string;
  readonly identity: (call: Call) => number;
  readonly start?: NonNullable<Reduction['start']>;
  readonly functions?: NonNullable<Reduction['functions']>;
  readonly evaluate: (left: number, right: number) => number;
  readonly wgsl: (left: string, right: string) => string;
  readonly gradient: Gradient;
}

/** A reduction of numbers over the attribute `axes`. */
export function fold({ evaluate, wgsl, ...parts }: Fold): Reduction {
  return {
    ...parts,
    class: 'reduction',
    arity: 1,
    attributes: { axes: 'integers' },
    infer: (operands, attributes) => reduced(parts.name, operandAt(operands, 0), attributes),
    evaluate: () => evaluate,
    wgsl: () => wgsl,
  };
}

function reduced(name: string, operand: Type, attributes: Attributes): Type {
  const axes = checkAxes(name, integersOf(attributes, 'axes'), operand);
  const shape = operand.shape.map((length, axis) => (axes.includes(axis) ? 1 : length));
  return { dtype: inDomain(name, 'number', operand).dtype, shape };
}

// WGSL refuses an infinity in a constant expression; the bits of a variable are none.
const infinity = `fn infinity() -> f32 {
  var bits = 0x7f800000u;
  return bitcast<f32>(bits);
}`;

/** What a greatest (`-`) or least begins with: all floats lie on its other side, infinities too. Halves are folded as f32. */
export function outermost(sign: '-' | '', end: 0 | 1): Pick<Fold, 'identity' | 'start' | 'functions'> {
  return {
    identity: ({ type }) => finiteEnds(type)[end],
    start: ({ type }) =>
      isFloat(type.dtype) ? `${sign}infinity()` : `${type.dtype}(${finiteEnds(type)[end]})`,
    functions: ({ type }) => (isFloat(type.dtype) ? [infinity] : []),
  };
}

/** The ends of a type's finite numbers: WGSL has no literal of an infinity. */
function finiteEnds({ dtype }: Type): readonly [lowest: number, highest: number] {
  switch (dtype) {
    case 'f32':
      return [-3.4028234663852886e38, 3.4028234663852886e38];
    case 'f16':
      return [-65504, 65504];
    case 'u32':
      return [0, 2 ** 32 - 1];
    default:
      return [-(2 ** 31), 2 ** 31 - 1];
  }
}
