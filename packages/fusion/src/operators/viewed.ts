import { countOf } from '../graph/types.ts';
import type { Shape } from '../graph/types.ts';
import type { Places } from './contract.ts';

/** The elements of a view in row-major order: the walk of a counter with as many digits as there are axes. */
export function viewed(data: Float64Array, shape: Shape, { offset, strides }: Places): Float64Array {
  const result = new Float64Array(countOf(shape));
  const coordinates = shape.map(() => 0);
  let place = offset;
  for (let index = 0; index < result.length; index++) {
    result[index] = data[place] ?? Number.NaN;
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      const [next, stride, length] = [(coordinates[axis] ?? 0) + 1, strides[axis] ?? 0, shape[axis] ?? 1];
      coordinates[axis] = next === length ? 0 : next;
      place += next === length ? -stride * (length - 1) : stride;
      if (next < length) break;
    }
  }
  return result;
}
