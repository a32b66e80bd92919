// A convolution as the register-blocked product of the kit, filters × terms by terms × windows, whose result is y but for the order
// of images and filters.
//
// `matrix` reads the windows as a matrix that was written out before. `gather` reads them from the images as the product goes along: a thread
// that stages four neighbours of a row of that matrix finds image, row and column of each by division by constants, and what lies in the
// padding is 0. Nothing is written out, and pixels that windows share come from the caches.
import { blockedKernel, each, guarded, indent, inside, loadA, loadB, plus } from '@kernel-ladder/kernel-kit';
import type { RegisterTile } from '@kernel-ladder/kernel-kit';
import type { Geometry } from '../geometry.ts';

/** One convolution, and where its windows come from. */
export interface Lowered {
  readonly geometry: Geometry;
  readonly windows: 'matrix' | 'gather';
  readonly grid: readonly [x: number, y: number, z: number];
}

/** Rows, columns and depth of the product. */
export function productOf({ filters, images, pixels, terms }: Geometry) {
  return { m: filters, n: images * pixels, k: terms, batch: 1 };
}

/** Writes the kernel; binding 0 are the filters, 1 the images or the matrix of windows, 2 the result. */
export function productKernel({ geometry, windows, grid }: Lowered, tile: RegisterTile): string {
  const product = { ...productOf(geometry), input: 'f32', sum: 'f32', layout: 'nn', parts: 1, grid } as const;
  const { m, n, k } = product;
  const walk = { bm: tile.bm, bn: tile.bn, depth: tile.bk };
  return blockedKernel(product, tile, {
    head: `// y = w · windows of x: ${m} filters, ${k} terms, ${n} windows; tiles of ${tile.bm} x ${tile.bn} x ${tile.bk}, ${tile.tm} x ${tile.tn} per thread.\n`,
    loadA: loadA(product, walk),
    loadB: windows === 'matrix' ? loadB(product, walk) : gather(geometry, tile),
    storeC: storeResult(geometry, tile),
  });
}

// `load_b(k, column)`: an element of the window in a channel, of four windows side by side.
function gather(geometry: Geometry, tile: RegisterTile): string {
  const { channels, size, kernel, taps, stride, padding, dilation, out, pixels } = geometry;
  const { k, n } = productOf(geometry);
  const windowsOf = { name: 'column', size: n, step: tile.bn };
  const body = each(4, (j) => guarded([inside(windowsOf, j)], gatherOne(j)));
  return `@group(0) @binding(1) var<storage, read> x: array<f32>;

fn pixel_of(column: u32, channel: u32, row: u32, across: u32) -> f32 {
  let image = column / ${pixels}u;
  let place = column % ${pixels}u;
  // In front of the image u32 wraps around, so that it is beyond its end as well.
  let py = place / ${out}u * ${stride}u + row * ${dilation}u - ${padding}u;
  let px = place % ${out}u * ${stride}u + across * ${dilation}u - ${padding}u;
  if (py < ${size}u && px < ${size}u) {
    return x[((image * ${channels}u + channel) * ${size}u + py) * ${size}u + px];
  }
  return 0.0;
}

fn load_b(k: u32, column: u32) -> vec4f {
  var four = vec4f();
  let channel = k / ${taps}u;
  let row = k / ${kernel}u % ${kernel}u;
  let across = k % ${kernel}u;
${indent(guarded([inside({ name: 'k', size: k, step: tile.bk })], body), 2)}
  return four;
}
`;
}

function gatherOne(j: number): string {
  return `four.${'xyzw'[j]} = pixel_of(${plus('column', j)}, channel, row, across);`;
}

// Windows of an image lie side by side in the result, images behind all filters of the one before.
function storeResult(geometry: Geometry, tile: RegisterTile): string {
  const { filters, pixels } = geometry;
  const { n } = productOf(geometry);
  const isWide = pixels % 4 === 0;
  const row = { name: 'row', size: filters, step: tile.bm };
  const column = { name: 'column', size: n, step: tile.bn };
  const at = (j: number) => {
    const place = plus('column', j);
    const window = j === 0 ? place : `(${place})`;
    return `(${window} / ${pixels}u * ${filters}u + row) * ${pixels}u + ${window} % ${pixels}u`;
  };
  const body = isWide
    ? guarded([inside(row), inside(column)], `y[(${at(0)}) / 4u] = value;`)
    : each(4, (j) => guarded([inside(row), inside(column, j)], `y[${at(j)}] = value.${'xyzw'[j]};`));
  return `@group(0) @binding(2) var<storage, read_write> y: array<${isWide ? 'vec4f' : 'f32'}>;

fn store_c(row: u32, column: u32, value: vec4f) {
${indent(body, 2)}
}
`;
}
