// The f64 truth along axes, element by element in memory order.
import type { NumberArray, Oracle } from '@kernel-ladder/harness';
import { addTo, emptyTotals, groupsOracle } from './groups.ts';
import type { Totals } from './groups.ts';
import type { AxesCase } from '../cases/kinds.ts';
import { foldAxes, outputCount } from '../cases/fold-axes.ts';

/** Compares every place that is kept with what its elements give. */
export function axesOracle(params: AxesCase, values: NumberArray): Oracle {
  const outputs = outputCount(params);
  const strides = outputStrides(params);
  return groupsOracle(params, values, {
    totals: () => totalsOf(params, values, strides),
    groupOf: (index) => placeOf(index, strides),
    sizeOf: () => params.n / Math.max(1, outputs),
  });
}

/** One axis of the tensor: its size, and how far a step along it moves in the result (0 where it is reduced). */
interface Stride {
  readonly size: number;
  readonly step: number;
}

function outputStrides(params: AxesCase): readonly Stride[] {
  let step = 1;
  const strides = foldAxes(params)
    .toReversed()
    .map(({ size, isReduced }) => {
      const stride = { size, step: isReduced ? 0 : step };
      if (!isReduced) step *= size;
      return stride;
    });
  return strides.toReversed();
}

function placeOf(index: number, strides: readonly Stride[]): number {
  let [rest, place] = [index, 0];
  for (const { size, step } of strides.toReversed()) {
    place += (rest % size) * step;
    rest = Math.floor(rest / size);
  }
  return place;
}

// The innermost axis in a loop of its own: the place of its first element is worked out once a row.
function totalsOf(params: AxesCase, values: NumberArray, strides: readonly Stride[]): Totals {
  const totals = emptyTotals({ op: params.op, dtype: params.dtype }, outputCount(params));
  const { size, step } = strides.at(-1) ?? { size: 1, step: 0 };
  for (let row = 0; row < values.length; row += size) {
    const place = placeOf(row, strides);
    for (let i = 0; i < size; i++) addTo(totals, place + i * step, values[row + i] ?? 0, params.op);
  }
  return totals;
}
