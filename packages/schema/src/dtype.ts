// Which element types a buffer holds as they are.
import type { ElementType } from './types.generated.ts';

/** What WGSL stores as one number; the other element types are made of several or of parts, or are none of WGSL's. */
export type ScalarType = Exclude<ElementType, 'bf16' | 'f32x2' | 'tf32' | 'f64'>;
