// Softmax of torch and as a Triton program beside the ladder.
import { notApplicable } from '@kernel-ladder/harness';
import type { Demand, Skip } from '@kernel-ladder/harness';
import { family, maskScale } from '@kernel-ladder/kernel-softmax';
import type { SoftmaxCase } from '@kernel-ladder/kernel-softmax';
import { chainInWarps } from './chains.ts';
import type { VendorRow } from './row.ts';

/** Longest row that a Triton program keeps in registers: 32 elements for each of 1024 threads. */
export const longestTritonRow = 32_768;

/** torch.softmax, with passes of their own for a mask; and one program a row. */
export const softmaxVendorRows: readonly VendorRow<SoftmaxCase>[] = [
  {
    name: 'torch',
    summary: 'torch.softmax over the last axis; scale and mask are passes of their own before it.',
    boundBy: 'memory bandwidth; two or three sweeps over a long row',
    library: { name: 'PyTorch', version: 'torch', licence: 'BSD-3-Clause' },
    constants: { scale: maskScale },
    plan: (params) => refuse(params) ?? demandOf(params, params.mask === 'none' ? 1 : 3),
  },
  {
    name: 'triton',
    summary:
      'A Triton program reads a long row, or several short ones, once, scaled and masked as they come, and keeps them in registers.',
    boundBy: 'memory bandwidth; rows are padded to a power of two',
    library: { name: 'Triton program', version: 'triton', licence: 'MIT' },
    needs: 'triton',
    constants: { scale: maskScale },
    plan: (params) => {
      if (params.columns > longestTritonRow)
        return notApplicable(`a program keeps a row of at most ${longestTritonRow} columns`);
      return refuse(params) ?? demandOf(params, 1);
    },
  },
];

function refuse({ rows, columns, mask, dtype }: SoftmaxCase): Skip | null {
  if (dtype !== 'f32') return notApplicable('the rows are given numbers of f32');
  if (rows * columns === 0) return notApplicable('nothing is launched');
  return mask === 'all' ? notApplicable('a row of which nothing counts is no number to the libraries') : null;
}

function demandOf(params: SoftmaxCase, sweeps: number): Demand {
  return { implBytes: sweeps * family.work(params).minBytes, longestSum: chainInWarps(params.columns) };
}
