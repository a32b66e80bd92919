// Cases in which a mistake can show.
import type { ConvCase } from '../problem.ts';
import { isConvolution } from '../problem.ts';
import { geometryOf } from '../geometry.ts';
import type { Geometry } from '../geometry.ts';

/** Whether a convolution has a result and terms, and more that its extents tell. */
export function convolutionWith(more: (geometry: Geometry) => boolean = () => true) {
  return (params: ConvCase): boolean => {
    const geometry = geometryOf(params);
    return isConvolution(params) && geometry.images * geometry.filters * geometry.terms > 0 && more(geometry);
  };
}

/** Whether the first windows reach into the padding, and the images are such that its neighbours are no zeros. */
export function reachesPadding({ padding, size }: Geometry): boolean {
  return padding > 0 && size > 3;
}
