// Deep products of few results: a gradient of weights adds up as many terms as there are tokens, in a handful of tiles. In parts, each
// of a stretch of the terms, they keep a large device busy; what the parts gave is added up behind them.
import { flagOf } from '../graph/attributes.ts';
import type { Attributes, Shape, Type } from '../graph/types.ts';

/** A product as its parts. */
export interface ProductParts {
  readonly parts: number;
  /** How each operand becomes a batch of parts: split along its terms, then, where those are the last axis, transposed. */
  readonly operands: readonly [PartView, PartView];
}

/** An operand seen as parts, without a copy. */
export interface PartView {
  readonly split: Shape;
  /** null where the parts are before rows and columns already. */
  readonly permutation: readonly number[] | null;
}

// The usual tile; so many that most of a large device is idle, and so many that none is; and the fewest terms of a product, and of a part.
const tile = 64;
const few = 32;
const enough = 512;
const deep = 2048;
const leastTerms = 256;

/** The parts of a product of matrices; null where it is done as one. */
export function productParts(
  operands: readonly [Type, Type],
  attributes: Attributes,
  result: Type,
): ProductParts | null {
  const [transposeA, transposeB] = [flagOf(attributes, 'transposeA'), flagOf(attributes, 'transposeB')];
  const terms = operands[0].shape.at(transposeA ? -2 : -1) ?? 1;
  const parts = result.dtype === 'f32' && terms >= deep ? partsOf(result.shape, terms) : 1;
  if (parts < 2) return null;
  return {
    parts,
    operands: [
      partView(operands[0].shape, transposeA, parts),
      partView(operands[1].shape, !transposeB, parts),
    ],
  };
}

function partsOf(shape: Shape, terms: number): number {
  const [rows, columns] = [shape.at(-2) ?? 1, shape.at(-1) ?? 1];
  const batch = shape.slice(0, -2).reduce((product, length) => product * length, 1);
  const tiles = batch * Math.ceil(rows / tile) * Math.ceil(columns / tile);
  // Of no results there is nothing to share.
  const most = tiles === 0 || tiles > few ? 1 : Math.floor(Math.min(enough / tiles, terms / leastTerms));
  for (let parts = most; parts > 1; parts--) if (terms % parts === 0) return parts;
  return 1;
}

// [… K, N] to [… parts, K / parts, N], and [… M, K] to [… parts, M, K / parts].
function partView(shape: Shape, isTermsFirst: boolean, parts: number): PartView {
  const outer = shape.slice(0, -2);
  const [first = 1, second = 1] = shape.slice(-2);
  if (isTermsFirst) return { split: [...outer, parts, first / parts, second], permutation: null };
  const rank = outer.length;
  return {
    split: [...outer, first, parts, second / parts],
    permutation: [...outer.keys(), rank + 1, rank, rank + 2],
  };
}
