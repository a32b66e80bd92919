// Who owns what where queries are columns.
import { layOutGrouped } from '../grouped/layout.ts';
import type { GroupedLayout, GroupedTile } from '../grouped/layout.ts';
import { fragment } from '../tensor/layout.ts';

/** Queries of a fragment, and 16-byte words of a row of scores with its weights behind them. */
export const columns = 8;
export const rowWords = 6;

/** Derives the layout for eight columns. */
export function layOutColumns(tile: GroupedTile, dim: number): GroupedLayout {
  const layout = layOutGrouped({ ...tile, keys: fragment }, dim);
  const { dimFragments, stride } = layout;
  const most = Math.floor((fragment * stride - columns) / (4 * columns));
  const roundFragments = [8, 4, 2, 1].find((count) => count <= most && dimFragments % count === 0) ?? 1;
  const sumStride = 4 * roundFragments + 1;
  const tileWords = Math.max(fragment * stride, columns * sumStride);
  return {
    ...layout,
    roundFragments,
    sumStride,
    tileWords,
    rowWords,
    sharedBytes: 16 * (tileWords + columns * rowWords) + 4,
    // A fragment of sums takes 4 registers, one of halves 2.
    registers: dimFragments * (4 + 2) + 4 + (tile.deep ? 2 : 1) * 2 * 4 * layout.copies + 32,
  };
}
