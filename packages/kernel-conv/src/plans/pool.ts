// Poolings: a thread for each window, or for four of them.
import { notApplicable, wgsl } from '@kernel-ladder/harness';
import type { Constants, PlanCase } from '@kernel-ladder/harness';
import { gridOf } from '@kernel-ladder/kernel-kit';
import { geometryOf } from '../geometry.ts';
import type { Geometry } from '../geometry.ts';
import { isConvolution } from '../problem.ts';
import type { ConvCase } from '../problem.ts';
import { bytesOf, resultsOf, windowConstants } from './shape.ts';

const workgroup = 256;

/** A thread for each window, of any extent. */
export const pool: PlanCase<ConvCase> = (params) => {
  if (isConvolution(params)) return notApplicable('a pooling has no filters');
  const geometry = geometryOf(params);
  const count = resultsOf(geometry);
  const { FILTERS: _, ...windows } = windowConstants(geometry);
  return poolPlan('pool.wgsl', params, {
    threads: count,
    constants: { ...windows, ELEMENTS: count },
    implBytes: 4 * count * (geometry.taps + 1),
  });
};

/** A thread for four windows of 2 × 2 side by side. */
export const poolQuads: PlanCase<ConvCase> = (params) => {
  if (isConvolution(params)) return notApplicable('a pooling has no filters');
  const geometry = geometryOf(params);
  if (!isQuartered(geometry))
    return notApplicable('the rung takes windows of 2 × 2 side by side, in images of a multiple of 8 pixels');
  const quads = resultsOf(geometry) / 4;
  const { x, y } = bytesOf(geometry);
  const constants = { QUADS: quads, SIZE: geometry.size, OUT: geometry.out };
  return poolPlan('pool-quads.wgsl', params, { threads: quads, constants, implBytes: x + y });
};

function isQuartered({ kernel, stride, padding, size }: Geometry): boolean {
  return kernel === 2 && stride === 2 && padding === 0 && size % 8 === 0;
}

interface Launch {
  readonly threads: number;
  readonly constants: Constants;
  readonly implBytes: number;
}

function poolPlan(file: string, { op, kernel }: ConvCase, { threads, constants, implBytes }: Launch) {
  if (threads === 0) return { passes: [], implBytes: 0, longestSum: 0 };
  const workgroups = gridOf(Math.ceil(threads / workgroup));
  const all = { ...constants, MEAN: String(op === 'average'), GRID_X: workgroups[0] };
  return {
    passes: [{ wgsl: wgsl(file, all), bindings: ['x', 'y'], workgroups }],
    implBytes,
    longestSum: kernel * kernel,
  };
}
