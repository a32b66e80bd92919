// Where the elements of a view lie in its storage: the places of each view of a chain, composed by the algebra of layouts.
import { operatorOf, stridesOf } from '@kernel-ladder/fusion';
import type { Expression, Places, Shape } from '@kernel-ladder/fusion';
import {
  coalesce,
  compose,
  cosizeOf,
  layout,
  modesOf,
  offsetOf,
  partsOf,
  sizeOf,
} from '@kernel-ladder/layout';
import type { Layout } from '@kernel-ladder/layout';

/** Offset and strides, in elements, of a view of an input; null where there are none. */
export function placesOf(expression: Expression): Places | null {
  const { op, operands, type, attributes } = expression;
  if (op === 'input') return { offset: 0, strides: stridesOf(type.shape) };
  const operator = operatorOf(op);
  const [operand] = operands;
  if (operator.class !== 'view' || !operand) return null;
  const below = placesOf(operand);
  const own = operator.places({ operands: [operand.type], attributes, type }) ?? {
    offset: 0,
    strides: stridesOf(type.shape),
  };
  return below && composed(below, operand.type.shape, { ...own, shape: type.shape });
}

// Layouts have their fastest axis first, sizes from 1 and strides from 0: others are no composition.
function composed(below: Places, shape: Shape, own: Places & { readonly shape: Shape }): Places | null {
  if ([...shape, ...own.shape].includes(0) || [...below.strides, ...own.strides].some((stride) => stride < 0))
    return null;
  const outer = layout(shape.toReversed(), below.strides.toReversed());
  const inner = layout(own.shape.toReversed(), own.strides.toReversed());
  const view = unlessNone(() => compose(outer, inner));
  const strides = view && partsOf(view).map(strideOf).toReversed();
  if (!view || !strides || strides.includes(null)) return null;
  const [first, last] = [own.offset, own.offset + cosizeOf(inner) - 1];
  // The last element tells whether the steps from the first one carry.
  const start = offsetOf(outer, first);
  if (last >= sizeOf(outer) || offsetOf(outer, last) !== start + cosizeOf(view) - 1) return null;
  return { offset: below.offset + start, strides: strides.map((stride) => stride ?? 0) };
}

function strideOf(part: Layout): number | null {
  const [mode, ...others] = modesOf(coalesce(part));
  return others.length > 0 ? null : (mode?.stride ?? 0);
}

function unlessNone(make: () => Layout): Layout | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
