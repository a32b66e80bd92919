// Which element types a buffer holds as they are.
import type { ElementType } from './types.generated.ts';

/** What WGSL stores as one number; the other element types are made of several, or are none of WGSL's. */
export type ScalarType = Exclude<ElementType, 'f32x2' | 'f64'>;
