// Register-blocked multiply, fully unrolled: the generator writes every accumulator by name.
//
// A workgroup owns bm x bn of C, a thread tm x tn of it in four-by-four blocks. Per step of bk along K:
//   1. everyone has finished with the previous slices (barrier), then stores what it holds into workgroup memory;
//   2. after the second barrier it starts the loads of the next slices, which arrive while
//   3. it multiplies: per k one column of A and one row of B, read as vec4, make tm x tn multiply-adds.
// With two stages (stages.ts) one slice of each is filled while the other is multiplied, and a step costs one barrier.
// An operand that lies along K is turned on its way in: a thread loads four rows of a vec4 each and stores four
// columns, so that the inner loop reads both operands as vec4. One stored the other way is copied as it is. Half of
// the threads bring A, half B; which half is uniform in a subgroup.
// The grid's z counts the matrices of a batch, or parts of K whose sums are added up afterwards.
// Every workgroup-memory index is a `let` of the thread's index by * / % and constants, which Tint proves in range;
// every loop counts from 0 to a constant by 1. So the default robustness checks cost nothing.
import { indent } from '../text.ts';
import { drawnTile, tileOrder } from '../tile-order.ts';
import { depthOf } from './blocked-product.ts';
import { layOut } from './layout.ts';
import type { BlockedProduct } from './blocked-product.ts';
import type { Layout, RegisterTile } from './layout.ts';
import { declareLast, declareSums, multiplySlices, placeThread, writeBack } from './product.ts';
import { loopOverStages } from './stages.ts';
import { stagingOf } from './staging.ts';

/** How a kernel reaches global memory; of a batch or of parts each function takes a further argument, the layer. */
export interface BlockedAccess {
  /** Comments and directives ahead of everything. */
  readonly head: string;
  /** Bindings, and `load_a(row, k)`, or `load_a(k, row)` of a transposed one: four elements of a stored row, zero outside. */
  readonly loadA: string;
  /** Bindings, and `load_b(k, column)`, or `load_b(column, k)`, likewise. */
  readonly loadB: string;
  /** A binding, and `store_c(row, column, value)`: four elements along N, none outside C. */
  readonly storeC: string;
}

/** Writes the kernel of one product. */
export function blockedKernel(product: BlockedProduct, tile: RegisterTile, access: BlockedAccess): string {
  const layout = layOut(tile, product.layout, product.sum);
  const { four, stages = 1 } = layout;
  const { isPersistent, idleFours = 0 } = product;
  return `${access.head}${access.loadA}
${access.loadB}
${access.storeC}
// ${stages === 2 ? 'Two stages of slices' : 'Slices'} of A, by columns, ${paddingOf(layout)}and of B, by rows.
var<workgroup> slice_a: array<${four}, ${stages * tile.bk * layout.strideA}>;
var<workgroup> slice_b: array<${four}, ${stages * tile.bk * layout.strideB + idleFours}>;
${isPersistent ? declareTickets : ''}
@compute @workgroup_size(${layout.threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
${indent(mainBody(product, layout), 2)}
}
`;
}

function paddingOf({ strideA, bm }: Layout): string {
  const fours = strideA - bm / 4;
  if (fours === 0) return '';
  return `each padded by ${fours === 1 ? 'a vec4' : `${fours} vec4s`}, `;
}

const declareTickets = `
@group(0) @binding(3) var<storage, read_write> tickets: array<atomic<u32>>;

var<workgroup> ticket: u32;
`;

function mainBody(product: BlockedProduct, layout: Layout): string {
  const { bm, bn, band } = layout;
  const tiles = { rows: Math.ceil(product.m / bm), columns: Math.ceil(product.n / bn), band };
  if (product.isPersistent)
    return `loop {\n${indent(`${drawnTile(tiles)}\n${tileBody(product, layout)}`, 2)}\n}`;
  return `${tileOrder({ ...tiles, grid: product.grid })}\n${tileBody(product, layout)}`;
}

function tileBody(product: BlockedProduct, layout: Layout): string {
  const { bm, bn } = layout;
  const { batch, parts } = product;
  const { nameShares, declareHeld } = stagingOf(layout);
  return `let first_row = tile_row * ${bm}u;
let first_column = tile_column * ${bn}u;
${batch * parts > 1 ? 'let layer = group.z;\n' : ''}
${placeThread(layout)}

${nameShares(layout)}
${declareHeld(layout)}

${declareSums(layout)}
${declareLast(layout)}
${layout.stages === 2 ? loopOverStages(product, layout) : loopOverSlices(product, layout)}

${writeBack(layout, batch * parts > 1 ? ', layer' : '')}`;
}

function loopOverSlices(product: BlockedProduct, layout: Layout): string {
  const { bk, prefetch } = layout;
  const { fetch, deposit } = stagingOf(layout);
  const { batch, parts } = product;
  const steps = depthOf(product, bk) / bk;
  const more = batch > 1 ? ', layer' : '';
  // Where a part begins along K, in front of a place in it.
  const first = parts > 1 ? `layer * ${steps * bk}u` : '';
  const after = first === '' ? '' : `${first} + `;
  const next = `if (step + 1u < ${steps}u) {
  let next_k = ${after}(step + 1u) * ${bk}u;
${indent(fetch(layout, { k: 'next_k + ', more }), 2)}
}
`;
  const now = `let this_k = ${after}step * ${bk}u;\n${fetch(layout, { k: 'this_k + ', more })}\n`;
  return `${prefetch ? `${fetch(layout, { k: after, more })}\n` : ''}for (var step = 0u; step < ${steps}u; step++) {
${prefetch ? '' : indent(now, 2)}  // Everyone has finished with the previous slices.
  workgroupBarrier();
${indent(deposit(layout), 2)}
  // Both slices are complete.
  workgroupBarrier();
${prefetch ? indent(next, 2) : ''}${indent(multiplySlices(layout), 2)}
}`;
}
