// A layout is a function from coordinates to offsets: a shape, and for each number of it a stride. The first mode runs fastest, so that
// index i of a layout (4,2):(2,1) is the coordinate (i mod 4, i div 4), and lies at 2·(i mod 4) + (i div 4).
// After CuTe (NVIDIA CUTLASS, media/docs/cpp/cute/01_layout.md).
import { flatten, formatTuple, isCongruent, nestLike, productOf } from './tuples.ts';
import type { Tuple } from './tuples.ts';

/** A shape (sizes from 1) and strides (elements, from 0) that are nested alike. */
export interface Layout {
  readonly shape: Tuple;
  readonly stride: Tuple;
}

/** A mode with nothing nested in it. */
export interface Mode {
  readonly size: number;
  readonly stride: number;
}

/** A layout; without strides it is compact, its first mode fastest. Throws where shape and strides do not fit each other. */
export function layout(shape: Tuple, stride: Tuple = compactStrides(shape)): Layout {
  const made = { shape, stride };
  const text = formatLayout(made);
  if (!isCongruent(shape, stride)) throw new RangeError(`${text}: shape and stride are nested differently`);
  if (!flatten(shape).every((size) => Number.isSafeInteger(size) && size >= 1))
    throw new RangeError(`${text}: a size is a whole number from 1`);
  if (!flatten(stride).every((step) => Number.isSafeInteger(step) && step >= 0))
    throw new RangeError(`${text}: a stride is a whole number from 0`);
  return made;
}

/** A compact layout whose last mode is fastest, as arrays of C and tensors lie. */
export function rowMajor(shape: readonly number[]): Layout {
  const strides = flatten(compactStrides(shape.toReversed())).toReversed();
  return layout(shape, strides);
}

/** Elements that it has coordinates for. */
export function sizeOf({ shape }: Layout): number {
  return productOf(shape);
}

/** Elements that a buffer must hold for it: one more than its largest offset. */
export function cosizeOf(of: Layout): number {
  return modesOf(of).reduce((last, { size, stride }) => last + (size - 1) * stride, 1);
}

/** Its modes, flat. */
export function modesOf({ shape, stride }: Layout): readonly Mode[] {
  const strides = flatten(stride);
  return flatten(shape).map((size, index) => ({ size, stride: strides[index] ?? 0 }));
}

/** A layout of flat modes; one of size 1 where there are none, no tuple where there is one. */
export function fromModes(modes: readonly Mode[]): Layout {
  const [only = { size: 1, stride: 0 }] = modes;
  if (modes.length < 2) return { shape: only.size, stride: only.stride };
  return { shape: modes.map(({ size }) => size), stride: modes.map(({ stride }) => stride) };
}

/** The layouts of its outermost modes; itself where it has no tuple. */
export function partsOf({ shape, stride }: Layout): readonly Layout[] {
  if (typeof shape === 'number' || typeof stride === 'number') return [{ shape, stride }];
  return shape.map((part, index) => ({ shape: part, stride: stride[index] ?? [] }));
}

/** A layout whose outermost modes are these. */
export function joined(parts: readonly Layout[]): Layout {
  return { shape: parts.map(({ shape }) => shape), stride: parts.map(({ stride }) => stride) };
}

/** Where a coordinate lies: an index in the layout's own order, or one coordinate for each outermost mode, nested as deep as is wanted. */
export function offsetOf(of: Layout, at: Tuple): number {
  if (typeof at === 'number') return offsetOfIndex(of, at);
  const parts = partsOf(of);
  if (parts.length !== at.length)
    throw new RangeError(
      `${formatTuple(at)}: ${formatLayout(of)} has ${parts.length} modes, this is of ${at.length}`,
    );
  return parts.reduce((offset, part, index) => offset + offsetOf(part, at[index] ?? 0), 0);
}

function offsetOfIndex(of: Layout, index: number): number {
  if (!(Number.isInteger(index) && index >= 0 && index < sizeOf(of)))
    throw new RangeError(`${index}: ${formatLayout(of)} has the elements 0 to ${sizeOf(of) - 1}`);
  let [rest, offset] = [index, 0];
  for (const { size, stride } of modesOf(of)) {
    offset += (rest % size) * stride;
    rest = Math.floor(rest / size);
  }
  return offset;
}

/** The offsets of all its elements, in its own order. */
export function offsetsOf(of: Layout): readonly number[] {
  return Array.from({ length: sizeOf(of) }, (_, index) => offsetOfIndex(of, index));
}

/** Whether no two of its elements lie at one offset. */
export function isInjective(of: Layout): boolean {
  return new Set(offsetsOf(of)).size === sizeOf(of);
}

/** As it is written down: `(4,2):(2,1)`. */
export function formatLayout({ shape, stride }: Layout): string {
  return `${formatTuple(shape)}:${formatTuple(stride)}`;
}

function compactStrides(shape: Tuple): Tuple {
  let step = 1;
  const strides = flatten(shape).map((size) => {
    const stride = step;
    step *= size;
    return stride;
  });
  return nestLike(shape, strides);
}
