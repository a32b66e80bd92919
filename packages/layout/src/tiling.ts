// Layouts cut into tiles, and tiles repeated as a layout says. After CuTe (NVIDIA CUTLASS, media/docs/cpp/cute/02_layout_algebra.md).
import { complement, compose } from './algebra.ts';
import { cosizeOf, formatLayout, joined, layout, partsOf, sizeOf } from './layout.ts';
import type { Layout } from './layout.ts';

/** One tile for the whole, or one for each outermost mode; a number is that many neighbours. */
export type Tiler = number | Layout | readonly (number | Layout)[];

/** Each divided mode becomes (within the tile, which tile). Throws where a tile does not divide its mode. */
export function logicalDivide(whole: Layout, tiler: Tiler): Layout {
  if (isList(tiler)) return joined(eachMode(whole, tiler, logicalDivide));
  const tile = tileOf(tiler);
  const size = sizeOf(whole);
  const rest = complement(tile, size);
  if (sizeOf(tile) * sizeOf(rest) !== size)
    throw new RangeError(
      `${formatLayout(tile)} does not divide the ${size} elements of ${formatLayout(whole)}: pad to ${sizeOf(tile) * sizeOf(rest)}`,
    );
  return compose(whole, joined([tile, rest]));
}

/** ((within the tile, mode by mode), (which tile, mode by mode)). */
export function zippedDivide(whole: Layout, tiler: Tiler): Layout {
  return zipped(whole, logicalDivide(whole, tiler), tiler);
}

/** ((within the tile, mode by mode), which tile in the first mode, in the second, …). */
export function tiledDivide(whole: Layout, tiler: Tiler): Layout {
  return tiled(zippedDivide(whole, tiler));
}

/** (The tile, its repeats): repeat r of element t is where `repeats` puts tile r, counted in tiles that fill the gaps of one another. */
export function logicalProduct(tile: Layout, repeats: Tiler): Layout {
  if (isList(repeats)) return joined(eachMode(tile, repeats, logicalProduct));
  const order = tileOf(repeats);
  const room = complement(tile, sizeOf(tile) * cosizeOf(order));
  return joined([tile, compose(room, order)]);
}

/** ((the tile, mode by mode), (its repeats, mode by mode)). */
export function zippedProduct(tile: Layout, repeats: Tiler): Layout {
  return zipped(tile, logicalProduct(tile, repeats), repeats);
}

/** ((the tile, mode by mode), repeats in the first mode, in the second, …). */
export function tiledProduct(tile: Layout, repeats: Tiler): Layout {
  return tiled(zippedProduct(tile, repeats));
}

function isList(tiler: Tiler): tiler is readonly (number | Layout)[] {
  return Array.isArray(tiler);
}

function tileOf(tiler: number | Layout): Layout {
  return typeof tiler === 'number' ? layout(tiler) : tiler;
}

// Modes without a tiler stay as they are.
function eachMode(
  of: Layout,
  tilers: readonly (number | Layout)[],
  divide: (part: Layout, tiler: number | Layout) => Layout,
): readonly Layout[] {
  const parts = partsOf(of);
  if (tilers.length > parts.length)
    throw new RangeError(
      `${formatLayout(of)} has ${parts.length} modes, there are tiles for ${tilers.length}`,
    );
  return parts.map((part, index) => {
    const tiler = tilers[index];
    return tiler === undefined ? part : divide(part, tiler);
  });
}

// From pairs mode by mode to a pair of modes; a mode that was not divided is one of the second.
function zipped(whole: Layout, divided: Layout, tiler: Tiler): Layout {
  if (!isList(tiler)) return divided;
  const pairs = partsOf(divided).slice(0, tiler.length).map(partsOf);
  const rest = partsOf(divided).slice(tiler.length);
  const side = (at: number) => pairs.flatMap((pair) => pair.slice(at, at + 1));
  return joined([joined(side(0)), joined([...side(1), ...rest])]);
}

function tiled(of: Layout): Layout {
  const [tile, ...others] = partsOf(of);
  return joined([...(tile ? [tile] : []), ...others.flatMap(partsOf)]);
}
