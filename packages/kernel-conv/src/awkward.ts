// Awkward images and windows, for checking.
import { pairwise } from '@kernel-ladder/harness';
import type { EdgeCaseSet } from '@kernel-ladder/harness';
import { combine, convCase } from './cases.ts';
import type { ConvCase } from './problem.ts';

interface Crossed {
  readonly n: number;
  readonly channels: number;
  readonly size: number;
  readonly kernel: number;
  readonly filters: ConvCase['filters'];
  readonly stride: ConvCase['stride'];
  readonly padding: ConvCase['padding'];
  readonly dilation: number;
}

const axes = {
  n: [1, 2],
  channels: [1, 3, 8],
  size: [1, 4, 8, 9, 17],
  kernel: [1, 2, 3, 5, 7],
  filters: ['channels', 1, 9],
  stride: ['usual', 2, 3],
  padding: ['same', 0, 1, 4],
  dilation: [1, 2],
} as const;

function crossed(
  own: { readonly [Key in keyof Crossed]: readonly Crossed[Key][] },
  more: Partial<ConvCase>,
  seed: number,
) {
  return pairwise<{ [Key in keyof Crossed]: Crossed[Key] }>(own, seed).flatMap((draft) => {
    const whole = combine({
      ...convCase([draft.n, draft.channels, draft.size, draft.kernel], more),
      ...draft,
    });
    return typeof whole === 'string' ? [] : [whole];
  });
}

const convolutions: readonly ConvCase[] = [
  ...crossed(axes, {}, 1),
  ...crossed(axes, { fill: 'integers' }, 2),
  // 3 × 3 at stride 1: whole tiles and parts of them, a workgroup of filters and more, images of one pixel.
  ...(
    [
      [1, 4, 16, 3],
      [2, 5, 15, 3],
      [1, 16, 8, 3],
      [3, 7, 7, 3],
      [1, 1, 1, 3],
      [1, 33, 6, 3],
    ] as const
  ).flatMap((shape) => [convCase(shape), convCase(shape, { fill: 'integers', filters: 17 })]),
  // More workgroups than a dispatch may have along one dimension.
  convCase([1, 1, 4100, 1]),
  // As deep as layers are.
  convCase([1, 256, 7, 3], { filters: 5 }),
  convCase([1, 130, 14, 1], { filters: 36 }),
  convCase([1, 3, 33, 7], { filters: 16, stride: 2 }),
];

const poolings: readonly ConvCase[] = (['max', 'average'] as const).flatMap((op) => [
  ...crossed({ ...axes, filters: ['channels'], dilation: [1], size: [2, 7, 8, 21] }, { op }, 3),
  // Windows of 2 × 2 side by side, four to a vec4.
  ...(
    [
      [1, 8, 64, 2],
      [3, 2, 8, 2],
      [2, 1, 24, 2],
    ] as const
  ).map((shape) => convCase(shape, { op })),
  convCase([1, 4, 57, 3], { op, stride: 2 }),
]);

// A case under the words for what is usual may be there twice.
function distinct(cases: readonly ConvCase[]): readonly ConvCase[] {
  return [...new Map(cases.map((params) => [JSON.stringify(params), params])).values()];
}

/** Odd shapes of both, results of nothing, and pixels that are no numbers. */
export const edgeCases: readonly EdgeCaseSet<ConvCase>[] = [
  { set: 'EC-CONV', cases: distinct(convolutions) },
  // No images, no filters, or no channels: then the result is zeros.
  {
    set: 'EC-EMPTY',
    cases: [
      convCase([0, 3, 8, 3]),
      convCase([1, 3, 8, 3], { filters: 0 }),
      convCase([2, 0, 8, 3], { filters: 5 }),
      convCase([1, 0, 7, 1], { filters: 3 }),
    ],
  },
  { set: 'EC-POOL', cases: distinct(poolings) },
  {
    set: 'EC-CONV-OBSERVED',
    cases: (['nan', 'inf'] as const).flatMap((fill) => [
      convCase([2, 3, 9, 3], { fill }),
      convCase([2, 3, 9, 2], { fill, op: 'max' }),
      convCase([2, 3, 9, 2], { fill, op: 'average' }),
      convCase([2, 3, 8, 2], { fill, op: 'max' }),
      convCase([2, 3, 8, 2], { fill, op: 'average' }),
    ]),
  },
];
