// Convolutions and poolings of images: windows that overlap, so that the question is where each pixel is kept while all of them read it.
import type { Family } from '@kernel-ladder/harness';
import { edgeCases } from './awkward.ts';
import { combine, timedCases } from './cases.ts';
import chosen from './chosen.json' with { type: 'json' };
import type { ConvCase } from './problem.ts';
import { geometryOf } from './geometry.ts';
import { convInputs } from './inputs.ts';
import { convOracle, tolerance } from './oracle.ts';
import { naive, tiled } from './plans/direct.ts';
import { im2col, implicitGemm } from './plans/lowered.ts';
import { pool, poolQuads } from './plans/pool.ts';
import { bytesOf, resultsOf } from './plans/shape.ts';
import { fills, isConvolution, isObserved, ops } from './problem.ts';
import { winograd } from './plans/winograd.ts';
import { wrong } from './wrong.ts';

/** The ladder of 2-d convolutions in f32, and the pooling beside it. */
export const family: Family<ConvCase> = {
  name: 'conv',
  title: 'Convolution and pooling of images',
  params: [
    { key: 'n', takes: { min: 0, max: 4096 } },
    { key: 'channels', takes: { min: 0, max: 65_536 } },
    { key: 'size', takes: { min: 1, max: 16_384 } },
    { key: 'kernel', takes: { min: 1, max: 64 } },
    { key: 'op', default: 'conv', takes: ops },
    { key: 'fill', default: 'uniform', takes: fills },
    { key: 'filters', default: 'channels', takes: { min: 0, max: 65_536 } },
    { key: 'stride', default: 'usual', takes: { min: 1, max: 64 } },
    { key: 'padding', default: 'same', takes: { min: 0, max: 64 } },
    { key: 'dilation', default: 1, takes: { min: 1, max: 64 } },
  ],
  combine,
  headline: { cache: 'cold', metric: 'gflops' },
  cases: timedCases,
  edgeCases,
  chosen,
  inputs: convInputs,
  exact: (params) => ({ ...params, fill: 'integers' }),
  refills: (params) => (['integers', 'ones'] as const).map((fill) => ({ ...params, fill })),
  mostTerms: (params) => geometryOf(params).terms,
  outputs: (params) => ({ y: { type: 'f32', length: resultsOf(geometryOf(params)) } }),
  oracle: convOracle,
  divides: (params) => !isObserved(params),
  tolerance,
  work: (params) => {
    const geometry = geometryOf(params);
    const { x, w, y } = bytesOf(geometry);
    const isFolded = isConvolution(params);
    return {
      flops: (isFolded ? 2 : 1) * geometry.terms * resultsOf(geometry),
      minBytes: x + (isFolded ? w : 0) + y,
    };
  },
  variants: [
    {
      name: 'naive',
      summary: 'a thread for each element of the result, every pixel and weight from global memory',
      boundBy: 'loads: two for each multiply-add, from the caches',
      plan: naive,
    },
    {
      name: 'tiled',
      summary: 'a tile of the image with its halo in workgroup memory, and 16 filters a thread that read it',
      boundBy: 'workgroup memory: five reads for sixteen multiply-adds',
      plan: tiled,
    },
    {
      name: 'im2col',
      summary: 'all windows written out as a matrix, then the register-blocked product with the filters',
      boundBy: 'the matrix, kernel² times as large as the images, written and read again',
      plan: im2col,
    },
    {
      name: 'implicit-gemm',
      summary: 'the register-blocked product, whose windows are gathered from the images as it goes along',
      boundBy: 'instruction issue: the places of pixels are computed between the multiply-adds',
      access:
        'w coalesced, 4 lines for 256 B; x strided, 4.2 lines for 101 B; y coalesced, 4 lines for 512 B',
      plan: implicitGemm,
    },
    {
      name: 'winograd',
      summary:
        'F(2 × 2, 3 × 3): pixels and filters transformed, a product at each of 16 points for 36, transformed back',
      boundBy: 'memory bandwidth: sixteen transformed numbers for four pixels, written and read again, twice',
      access:
        'filters coalesced, 3 lines for 213 B; pixels coalesced, 1.6 lines for 205 B; products coalesced, 1.6 lines for 205 B; w strided, 9 lines for 128 B; x strided, 3.7 lines for 110 B; y strided, 4 lines for 128 B',
      plan: winograd,
    },
    {
      name: 'pool',
      summary: 'a thread for each window: its greatest element or its mean',
      boundBy: 'memory bandwidth, as loads of 4 bytes two pixels apart',
      plan: pool,
    },
    {
      name: 'pool-quads',
      summary: 'four windows of 2 × 2 a thread: four loads of 16 bytes in flight, one store',
      boundBy: 'memory bandwidth',
      access: 'x strided, 8 lines for 512 B; y coalesced, 4 lines for 512 B',
      plan: poolQuads,
    },
  ],
  wrong,
};
