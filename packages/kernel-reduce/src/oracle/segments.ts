// The f64 truth about segments.
import type { Arrays, NumberArray, Oracle } from '@kernel-ladder/harness';
import { addTo, emptyTotals, groupsOracle } from './groups.ts';
import type { Totals } from './groups.ts';
import type { SegmentsCase } from '../cases/kinds.ts';

/** Compares every segment with what its elements give. */
export function segmentsOracle(params: SegmentsCase, values: NumberArray, inputs: Arrays): Oracle {
  const offsets = inputs['offsets'];
  if (!offsets) throw new Error('no input "offsets"');
  const at = (segment: number) => offsets[segment] ?? 0;
  return groupsOracle(params, values, {
    totals: () => totalsOf(params, values, offsets),
    groupOf: (index) =>
      Math.max(
        0,
        offsets.findLastIndex((offset: number) => offset <= index),
      ),
    sizeOf: (segment) => at(segment + 1) - at(segment),
  });
}

function totalsOf(params: SegmentsCase, values: NumberArray, offsets: NumberArray): Totals {
  const totals = emptyTotals({ op: params.op, dtype: params.dtype }, params.segments);
  for (let segment = 0; segment < params.segments; segment++) {
    const end = offsets[segment + 1] ?? 0;
    for (let index = offsets[segment] ?? 0; index < end; index++) {
      addTo(totals, segment, values[index] ?? 0, params.op);
    }
  }
  return totals;
}
