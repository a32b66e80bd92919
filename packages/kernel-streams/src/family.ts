// Transfers beside kernels: what a pipeline computes, and its kernels alone, by the device's own clock.
import type { Family } from '@kernel-ladder/harness';
import { combine, edgeCases, isBatch, parameters, timedCases } from './cases.ts';
import type { StreamCase } from './cases.ts';
import { streamInputs } from './inputs.ts';
import { chainOracle } from './oracle/chain.ts';
import { productsOracle } from './oracle/products.ts';
import { chains, products } from './plans.ts';
import { wrong } from './wrong.ts';

// Of a step: a product, a sum, a division, a rounding down, and a product and a sum more.
const stepFlops = 6;

/** The kernels of the pipelines; the pipelines themselves are rows of `streams`, which take the same cases. */
export const family: Family<StreamCase> = {
  name: 'streams',
  title: 'Transfers beside kernels',
  params: parameters,
  combine,
  headline: { cache: 'hot', metric: 'gbps' },
  cases: timedCases,
  edgeCases,
  inputs: streamInputs,
  outputs: (given) =>
    isBatch(given)
      ? { c: { type: 'f32', length: given.products * given.m ** 2 } }
      : { y: { type: 'f32', length: given.bytes / 4 } },
  oracle: (given, inputs, judging, part) =>
    isBatch(given) ? productsOracle(given, inputs, { judging, part }) : chainOracle(given, inputs, part),
  divides: () => true,
  tolerance: 'every bit: all numbers are whole, and none exceeds 2^24',
  work: (given) =>
    isBatch(given)
      ? {
          flops: 2 * given.products * given.m ** 3 - given.products * given.m ** 2,
          minBytes: 12 * given.products * given.m ** 2,
        }
      : { flops: stepFlops * given.rounds * (given.bytes / 4), minBytes: 2 * given.bytes },
  variants: [
    {
      name: 'event',
      summary: 'the chains alone, in one launch, by timestamps of the device',
      boundBy: 'arithmetic; few steps: memory bandwidth',
      access: 'x coalesced, 1 line for 128 B; y coalesced, 1 line for 128 B',
      plan: chains,
    },
    {
      name: 'product',
      summary: 'the products alone, in one launch, by timestamps of the device',
      boundBy: 'reads of workgroup memory',
      access: 'a coalesced, 1.5 lines for 66 B; b coalesced, 1 line for 126 B; c strided, 2 lines for 64 B',
      plan: products,
    },
  ],
  wrong,
};
