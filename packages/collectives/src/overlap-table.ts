// Step time over bucket size for two training steps, as Markdown that a script writes and a test keeps fresh.
import { formatBytes, markdown } from './calibration-table.ts';
import { linearStep } from './measured.ts';
import type { Network } from './network.ts';
import { sweepBuckets } from './overlap.ts';
import type { OverlappedStep, TrainingStep } from './overlap.ts';
import { predict } from './predict.ts';

/** A training step on a machine. */
export interface OverlapCase {
  readonly title: string;
  /** Where the times of forward and backward pass come from. */
  readonly passes: 'measured' | 'assumed';
  readonly topology: string;
  readonly ranks: number;
  readonly step: TrainingStep;
}

const mebi = 2 ** 20;

/** The cases of the table; the times of forward and backward pass are those of measured products, or assumed. */
export const overlapCases: readonly OverlapCase[] = [
  {
    title: '8 linear layers of 2048 x 2048 in f32 (128 MiB) and 2048 tokens on one node',
    passes: 'measured',
    topology: 'h200-nvswitch-8',
    ranks: 8,
    step: { ...linearStep(8), slowdown: 0.1 },
  },
  {
    title: '25 million parameters in f32 (100 MiB) on one node',
    passes: 'assumed',
    topology: 'h200-nvswitch-8',
    ranks: 8,
    step: { forwardUs: 10_000, backwardUs: 20_000, gradientBytes: 100 * mebi, slowdown: 0.1 },
  },
  {
    title: '1.3 billion parameters in f16 (2.5 GiB) on four nodes that have one adapter each',
    passes: 'assumed',
    topology: 'ib-400g-4x8',
    ranks: 32,
    step: { forwardUs: 60_000, backwardUs: 120_000, gradientBytes: 2560 * mebi, slowdown: 0.1 },
  },
];

/** Bucket sizes from 64 KiB up, the last holds all gradients. */
export function bucketSizes({ gradientBytes }: TrainingStep): readonly number[] {
  const octaves = Array.from({ length: 40 }, (_, index) => 65_536 * 2 ** index);
  return [...octaves.filter((bytes) => bytes < gradientBytes), gradientBytes];
}

/** The whole document. */
export function overlapTable(networkNamed: (name: string) => Network): string {
  const intro =
    'Written by `pnpm --filter @kernel-ladder/collectives overlap --write`; do not edit. All numbers are modelled: forward and backward times are sums of products measured on an H200 where a section says so and else assumed, allreduce times predicted with `auto`, and the backward pass takes 10 % longer while an allreduce runs beside it. Times in ms, the least step time in bold. A bucket is at most what the first column says: gradients are cut into equal buckets.';
  return [
    '# Step time over bucket size',
    intro,
    ...overlapCases.flatMap((example) => section(example, networkNamed(example.topology))),
  ]
    .join('\n\n')
    .concat('\n');
}

/** Steps of so many bucket sizes in the case, predicted with `auto`. */
export function sweepOf({ ranks, step }: OverlapCase, network: Network): readonly OverlappedStep[] {
  const allreduceUs = (bytes: number) => predict(bytes, { network, ranks, algorithm: 'auto' }).timeUs;
  return sweepBuckets(step, bucketSizes(step), allreduceUs);
}

// Step time first falls and then rises with the bucket, so the sizes near the least are neighbours.
function flatInterval(steps: readonly OverlappedStep[]): string {
  const least = Math.min(...steps.map(({ stepUs }) => stepUs));
  const near = steps.filter(({ stepUs }) => stepUs <= 1.01 * least);
  return [near[0], near.at(-1)].map((each) => formatBytes(each?.bucketBytes ?? 0)).join(' to ');
}

function section(example: OverlapCase, network: Network): readonly string[] {
  const { title, passes, topology, ranks, step } = example;
  const steps = sweepOf(example, network);
  const least = Math.min(...steps.map(({ stepUs }) => stepUs));
  const rows = steps.map(({ bucketBytes, buckets, stepUs, communicationUs, exposedUs }) => [
    formatBytes(bucketBytes),
    String(buckets),
    ms(communicationUs),
    ms(exposedUs),
    stepUs === least ? `**${ms(stepUs)}**` : ms(stepUs),
  ]);
  return [
    `## ${title}`,
    `${ranks} ranks of \`${topology}\`, forward ${ms(step.forwardUs)}, backward ${ms(step.backwardUs)} (${passes}).`,
    markdown(['bucket', 'buckets', 'allreduce', 'exposed', 'step'], rows),
    `Within 1 % of the least step time: ${flatInterval(steps)}.`,
  ];
}

function ms(us: number): string {
  return (us / 1e3).toFixed(2);
}
