// How tiles become workgroups, and what a walk over tiles reads.
import { bytesOf, parseDtype } from '@kernel-ladder/harness';
import type { GemmCase } from './cases.ts';

/** Most workgroups along one dimension of a dispatch (WebGPU default limit). */
const widest = 65_535;

/** Rows and columns of one workgroup's part of C. */
export interface Tile {
  readonly rows: number;
  readonly columns: number;
}

/** A count of workgroups as a grid no wider than a dispatch may be; the last row may run over the count. */
export function spread(count: number): readonly [x: number, y: number, z: number] {
  const y = Math.ceil(count / widest);
  return [Math.ceil(count / y), y, 1];
}

/** How many tiles cover C, each way. */
export function tilesOf(params: GemmCase, tile: Tile): Tile {
  return { rows: Math.ceil(params.m / tile.rows), columns: Math.ceil(params.n / tile.columns) };
}

/** Bytes that a kernel requests when each tile of C reads its rows of A and its columns of B once. */
export function tiledBytes(params: GemmCase, tile: Tile): number {
  const { m, n, k } = params;
  const tiles = tilesOf(params, tile);
  const { input, output } = elementBytes(params);
  return input * k * (m * tiles.columns + n * tiles.rows) + output * m * n;
}

/** Bytes of one element of A or B, and of C. */
export function elementBytes(params: GemmCase): { readonly input: number; readonly output: number } {
  const dtype = parseDtype(params.dtype);
  return { input: bytesOf(dtype.in), output: bytesOf(dtype.out) };
}

/** The smallest multiple of `step` that is at least `value`. */
export function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}
