// Winograd's algorithm F(2 × 2, 3 × 3): 16 products for what takes 36 otherwise, between three transforms.
import { generated, notApplicable, wgsl } from '@kernel-ladder/harness';
import type { Constants, Pass } from '@kernel-ladder/harness';
import { gridOf, refuseOver, tilesOf, remembering } from '@kernel-ladder/kernel-kit';
import type { RegisterTile } from '@kernel-ladder/kernel-kit';
import type { Geometry } from '../geometry.ts';
import { batchedKernel } from '../kernels/batched.wgsl.ts';
import { bytesOf, convolution } from './shape.ts';
import { tileFor } from './tiles.ts';

const batchedText = remembering(batchedKernel);

const workgroup = 256;
// Elements of a transformed tile.
const points = 16;

/** Filters and pixels transformed, a product at each of 16 points, results transformed back. */
export const winograd = convolution((geometry, device) => {
  const { kernel, stride, dilation, images, filters, channels, out, terms } = geometry;
  if (kernel !== 3 || stride !== 1 || dilation !== 1)
    return notApplicable('the transforms are those of 3 × 3 windows side by side');
  const edge = Math.ceil(out / 2);
  const product = { m: filters, n: images * edge * edge, k: channels, batch: points };
  const scratch = {
    filters: 4 * points * filters * channels,
    pixels: 4 * points * channels * product.n,
    products: 4 * points * filters * product.n,
  };
  const largest = Math.max(...Object.values(scratch));
  const refused = refuseOver(device, 'maxStorageBufferBindingSize', largest + 256);
  if (refused) return refused;
  const tile = tileFor(device, product);
  if ('skip' in tile) return tile;
  const { rows, columns } = tilesOf(product, { rows: tile.bm, columns: tile.bn });
  const productBytes = 4 * points * channels * (filters * columns + product.n * rows) + scratch.products;
  return {
    passes: [
      filtersPass(geometry),
      pixelsPass(geometry, edge),
      productsPass(product, tile),
      resultsPass(geometry, edge),
    ],
    scratch,
    // Tiles of pixels overlap: four are read for each that a tile has of its own.
    implBytes:
      bytesOf(geometry).w +
      scratch.filters +
      2 * scratch.pixels +
      productBytes +
      scratch.products +
      bytesOf(geometry).y,
    longestSum: terms,
  };
});

function filtersPass({ filters, channels }: Geometry): Pass {
  const pairs = filters * channels;
  const workgroups = gridOf(Math.ceil(pairs / workgroup));
  const constants = { PAIRS: pairs, GRID_X: workgroups[0] };
  return { wgsl: wgsl('winograd-filters.wgsl', constants), bindings: ['w', 'filters'], workgroups };
}

function pixelsPass({ images, channels, size, padding }: Geometry, edge: number): Pass {
  const { constants, workgroups } = rowsOf(images, channels, edge);
  const own = { CHANNELS: channels, SIZE: size, PADDING: padding };
  return {
    wgsl: wgsl('winograd-pixels.wgsl', { ...constants, ...own }),
    bindings: ['x', 'pixels'],
    workgroups,
  };
}

function resultsPass({ images, filters, out }: Geometry, edge: number): Pass {
  const { constants, workgroups } = rowsOf(images, filters, edge);
  const own = { FILTERS: filters, OUT: out };
  return {
    wgsl: wgsl('winograd-results.wgsl', { ...constants, ...own }),
    bindings: ['products', 'y'],
    workgroups,
  };
}

// A row of a matrix for each channel or filter, of all tiles of all images.
function rowsOf(
  images: number,
  rows: number,
  edge: number,
): { readonly constants: Constants; readonly workgroups: Pass['workgroups'] } {
  const tiles = images * edge * edge;
  const across = Math.ceil(tiles / workgroup);
  const groups = across * rows;
  const workgroups = gridOf(groups);
  return {
    constants: { TILES: tiles, EDGE: edge, ACROSS: across, GROUPS: groups, GRID_X: workgroups[0] },
    workgroups,
  };
}

interface Product {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly batch: number;
}

function productsPass(product: Product, tile: RegisterTile): Pass {
  const { rows, columns } = tilesOf(product, { rows: tile.bm, columns: tile.bn });
  const grid = gridOf(rows * columns, product.batch);
  return {
    wgsl: generated('batched.wgsl.ts', batchedText({ ...product, grid }, tile)),
    bindings: ['filters', 'pixels', 'products'],
    workgroups: grid,
  };
}
