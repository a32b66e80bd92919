// Step time over bucket size for two training steps, as Markdown that a script writes and a test keeps fresh.
import { formatBytes, markdown } from './calibration-table.ts';
import type { Network } from './network.ts';
import { sweepBuckets } from './overlap.ts';
import type { TrainingStep } from './overlap.ts';
import { predict } from './predict.ts';

/** A training step on a machine. */
export interface OverlapCase {
  readonly title: string;
  readonly topology: string;
  readonly ranks: number;
  readonly step: TrainingStep;
}

const mebi = 2 ** 20;

/** The cases of the table; the times of forward and backward pass are assumed, not measured. */
export const overlapCases: readonly OverlapCase[] = [
  {
    title: '25 million parameters in f32 (100 MiB) on one node',
    topology: 'h200-nvswitch-8',
    ranks: 8,
    step: { forwardUs: 10_000, backwardUs: 20_000, gradientBytes: 100 * mebi, slowdown: 0.1 },
  },
  {
    title: '1.3 billion parameters in f16 (2.5 GiB) on four nodes that have one adapter each',
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
    'Written by `pnpm --filter @kernel-ladder/collectives overlap --write`; do not edit. All numbers are modelled: forward and backward times are assumed, allreduce times predicted with `auto`, and the backward pass takes 10 % longer while an allreduce runs beside it. Times in ms, the least step time in bold.';
  return [
    '# Step time over bucket size',
    intro,
    ...overlapCases.flatMap((example) => section(example, networkNamed(example.topology))),
  ]
    .join('\n\n')
    .concat('\n');
}

function section({ title, topology, ranks, step }: OverlapCase, network: Network): readonly string[] {
  const allreduceUs = (bytes: number) => predict(bytes, { network, ranks, algorithm: 'auto' }).timeUs;
  const steps = sweepBuckets(step, bucketSizes(step), allreduceUs);
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
    `${ranks} ranks of \`${topology}\`, forward ${ms(step.forwardUs)}, backward ${ms(step.backwardUs)}.`,
    markdown(['bucket', 'buckets', 'allreduce', 'exposed', 'step'], rows),
  ];
}

function ms(us: number): string {
  return (us / 1e3).toFixed(2);
}
