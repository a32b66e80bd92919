// The sixteen products of Winograd's algorithm, as a batch of the kit's register-blocked product on row-major matrices.
import { blockedKernel, each, guarded, indent, inside, loadA, loadB, plus } from '@kernel-ladder/kernel-kit';
import type { RegisterTile } from '@kernel-ladder/kernel-kit';

/** A batch of products C[m, n] = A[m, k] · B[k, n]. */
export interface Batch {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly batch: number;
  readonly grid: readonly [x: number, y: number, z: number];
}

/** Writes the kernel; bindings are A, B and C, matrices one behind the other. */
export function batchedKernel(batch: Batch, tile: RegisterTile): string {
  const { m, n, k } = batch;
  const product = { ...batch, input: 'f32', sum: 'f32', layout: 'nn', parts: 1 } as const;
  const walk = { bm: tile.bm, bn: tile.bn, depth: tile.bk };
  return blockedKernel(product, tile, {
    head: `// ${batch.batch} products C[${m}, ${n}] = A[${m}, ${k}] · B[${k}, ${n}]: tiles of ${tile.bm} x ${tile.bn} x ${tile.bk}, ${tile.tm} x ${tile.tn} per thread.\n`,
    loadA: loadA(product, walk),
    loadB: loadB(product, walk),
    storeC: store(batch, tile),
  });
}

function store({ m, n }: Batch, tile: RegisterTile): string {
  const row = { name: 'row', size: m, step: tile.bm };
  const column = { name: 'column', size: n, step: tile.bn };
  const isWide = n % 4 === 0;
  const at = `(layer * ${m}u + row) * ${n}u + column`;
  const one = (j: number) =>
    guarded([inside(row), inside(column, j)], `c[${plus(at, j)}] = value.${'xyzw'[j]};`);
  const body = isWide ? guarded([inside(row), inside(column)], `c[(${at}) / 4u] = value;`) : each(4, one);
  return `@group(0) @binding(2) var<storage, read_write> c: array<${isWide ? 'vec4f' : 'f32'}>;

fn store_c(row: u32, column: u32, value: vec4f, layer: u32) {
${indent(body, 2)}
}
`;
}
