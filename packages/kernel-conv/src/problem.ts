// What a case is: its parameters, and what their words stand for.
import type { CaseParams } from '@kernel-ladder/harness';

/** `n` square images of `channels` × `size` × `size`, NCHW, under windows of `kernel` × `kernel`. */
export type ConvCase = CaseParams & {
  readonly n: number;
  readonly channels: number;
  /** Pixels along an edge of an image. */
  readonly size: number;
  /** Elements along an edge of the window. */
  readonly kernel: number;
  readonly op: Op;
  readonly fill: Fill;
  /** Channels of the result; as many as there are channels where nothing else is said, and always so for a pooling. */
  readonly filters: number | 'channels';
  /** Pixels from window to window; `usual` is 1 for a convolution, and for a pooling the kernel, so that windows do not overlap. */
  readonly stride: number | 'usual';
  /** Rows and columns of zeros around an image; `same` is dilation · (kernel − 1) / 2, rounded down. */
  readonly padding: number | 'same';
  /** Pixels from one element of the window to the next. */
  readonly dilation: number;
  readonly dtype: 'f32';
};

/** What becomes of a window: products with each filter added up, its greatest element, or the mean of all. */
export type Op = (typeof ops)[number];
/** Every operation. */
export const ops = ['conv', 'max', 'average'] as const;

/** `uniform` in ±1, `integers` whose sums are exact, `ones`; observed: `nan` and `inf`, one pixel of the first image. */
export type Fill = (typeof fills)[number];
/** Every fill. */
export const fills = ['uniform', 'integers', 'ones', 'nan', 'inf'] as const;

/** Whether WGSL promises nothing for some of the results. */
export function isObserved({ fill }: Pick<ConvCase, 'fill'>): boolean {
  return fill === 'nan' || fill === 'inf';
}

/** Whether windows are folded with filters. */
export function isConvolution({ op }: Pick<ConvCase, 'op'>): boolean {
  return op === 'conv';
}
