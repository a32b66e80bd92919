// A NaN or an infinity reaches the rows that have it as a factor, and no other, whatever the rung and whatever the format pads with.
import { testNonFinite } from '@kernel-ladder/harness/testing';
import { inputsOf } from '@kernel-ladder/harness';
import { family } from './family.ts';

testNonFinite(family, new URL('./kernels/', import.meta.url), {
  set: 'EC-NAN',
  // The first element that its row and vector do not spoil.
  spoil: ({ y }, params) => {
    const { offsets, cols } = inputsOf(family, params, 1);
    const isTouched = (row: number) => {
      const [begin = 0, end = 0] = [offsets![row], offsets![row + 1]];
      return params.fill === 'inf'
        ? cols!.subarray(begin, end).includes(0)
        : begin <= params.nnz / 2 && params.nnz / 2 < end;
    };
    const row = Array.from({ length: params.rows }, (_, index) => index).find((index) => !isTouched(index));
    y![(row ?? 0) * params.vectors] = Number.NaN;
  },
});
