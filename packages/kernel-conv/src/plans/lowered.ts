// Convolutions as products: windows written out as a matrix before, or gathered on the way.
import { generated, wgsl } from '@kernel-ladder/harness';
import type { DeviceFacts, Pass, Skip } from '@kernel-ladder/harness';
import { gridOf, refuseOver, tilesOf, remembering } from '@kernel-ladder/kernel-kit';
import type { RegisterTile } from '@kernel-ladder/kernel-kit';
import type { Geometry } from '../geometry.ts';
import { productKernel, productOf } from '../kernels/product.wgsl.ts';
import type { Lowered } from '../kernels/product.wgsl.ts';
import { bytesOf, convolution, windowConstants } from './shape.ts';
import { tileFor } from './tiles.ts';

const productText = remembering(productKernel);

const workgroup = 256;

/** The matrix of windows, then its product with the filters. */
export const im2col = convolution((geometry, device) => {
  const { k, n } = productOf(geometry);
  const matrixBytes = 4 * k * n;
  const refused = refuseOver(device, 'maxStorageBufferBindingSize', matrixBytes + 256);
  if (refused) return refused;
  const product = lowered(geometry, device, 'matrix');
  if ('skip' in product) return product;
  return {
    passes: [patchesPass(geometry), product.pass],
    scratch: { patches: matrixBytes },
    implBytes: 2 * matrixBytes + product.bytes,
    longestSum: geometry.terms,
  };
});

/** The product alone, whose windows are gathered from the images. */
export const implicitGemm = convolution((geometry, device) => {
  const product = lowered(geometry, device, 'gather');
  if ('skip' in product) return product;
  return { passes: [product.pass], implBytes: product.bytes, longestSum: geometry.terms };
});

interface Product {
  readonly pass: Pass;
  /** What tiles read of the filters and the windows, each once, and the result. */
  readonly bytes: number;
}

function lowered(geometry: Geometry, device: DeviceFacts, windows: Lowered['windows']): Product | Skip {
  const product = productOf(geometry);
  const tile = tileFor(device, product);
  if ('skip' in tile) return tile;
  const { rows, columns } = tilesOf(product, { rows: tile.bm, columns: tile.bn });
  const { m, n, k } = product;
  const bytes = 4 * k * (m * columns + n * rows) + bytesOf(geometry).y;
  return { pass: productPass(geometry, windows, tile), bytes };
}

/** The dispatch of the product by some tile, which reads windows from the matrix or from the images. */
export function productPass(geometry: Geometry, windows: Lowered['windows'], tile: RegisterTile): Pass {
  const { rows, columns } = tilesOf(productOf(geometry), { rows: tile.bm, columns: tile.bn });
  const grid = gridOf(rows * columns);
  return {
    wgsl: generated('product.wgsl.ts', productText({ geometry, windows, grid }, tile)),
    bindings: ['w', windows === 'matrix' ? 'patches' : 'x', 'y'],
    workgroups: grid,
  };
}

function patchesPass(geometry: Geometry): Pass {
  const { k, n } = productOf(geometry);
  const across = Math.ceil(n / workgroup);
  const groups = across * k;
  const workgroups = gridOf(groups);
  const { FILTERS: _, ...windows } = windowConstants(geometry);
  const constants = { ...windows, COLUMNS: n, ACROSS: across, GROUPS: groups, GRID_X: workgroups[0] };
  return { wgsl: wgsl('patches.wgsl', constants), bindings: ['x', 'patches'], workgroups };
}
