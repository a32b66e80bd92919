// A language model trained here and in PyTorch, from the same first parameters and the same order of the text.
import { greatestDifference } from '@kernel-ladder/schema';
import type { Training, TrainingProfile } from '@kernel-ladder/schema';
import { writeReport } from './report.ts';
import type { Report, Section } from './report.ts';

/**
 * The page of trainings: of those here with the same settings the newest, beside those of others, and what became of an earlier one's
 * longest operators.
 */
export function trainingPage(trainings: readonly Training[]): Report {
  const ours = trainings
    .filter(({ by }) => by.name === 'kernel-ladder')
    .toSorted((one, other) => other.startedAt.localeCompare(one.startedAt));
  const commit = ours[0]?.by.version;
  return writeReport({
    name: 'training',
    title: 'A language model, trained here and in PyTorch',
    intro:
      'A byte-level transformer ([what it is](../../packages/training/README.md#a-language-model)), as `bench train --profile --reference DIR` measured it, and `python3 packages/training/python/reference.py DIR` on the same device right afterwards: the same first parameters, the same batches, the same learning rates, f32 without TF32. Loss curves begin alike; a difference of a rounding grows over hundreds of steps, as between any two orders of adding up.',
    sections: ours.filter(isNewest).flatMap((own) => {
      const alike = trainings.filter((each) => each !== own && isSameTraining(own, each));
      const others = alike.filter((each) => !ours.includes(each));
      const [earlier] = ours.filter((each) => alike.includes(each) && each.profile);
      return [
        besideOthers(own, others),
        lossSection(own, others),
        ...(own.profile ? [stepSection(own, own.profile)] : []),
        ...(earlier ? changeSection(earlier, own) : []),
      ];
    }),
    missing: ours.length === 0 ? ['a training: `pnpm bench train --profile`'] : [],
    ...(commit ? { commit } : {}),
  });
}

// They are in order, the newest first.
function isNewest(own: Training, place: number, ours: readonly Training[]): boolean {
  return !ours.slice(0, place).some((newer) => isSameTraining(own, newer));
}

function isSameTraining(one: Training, other: Training): boolean {
  return (
    one.text.sha256 === other.text.sha256 &&
    one.machine.name === other.machine.name &&
    JSON.stringify(one.settings) === JSON.stringify(other.settings)
  );
}

function besideOthers(own: Training, others: readonly Training[]): Section {
  const { settings, parameters, memory, machine } = own;
  const { model, batch, precision, optimiser } = settings;
  const bytes = memory
    ? ` It held ${mebibytes(memory.peakBytes)} of buffers at most, ${mebibytes(memory.plannedBytes)} were planned.`
    : '';
  return {
    title: `Side by side on ${machine.name}`,
    text: `${(parameters / 1e6).toFixed(2)} M parameters: ${model.layers} layers, width ${model.width}, ${model.heads} heads, context ${model.context}; ${batch} sequences a step, ${precision}, ${optimiser.name}.${bytes} A step is the median of stretches of steps by the host’s clock.`,
    columns: [
      'by',
      'version',
      'step',
      'tokens a second',
      'its step over ours',
      'steps',
      'last loss',
      'furthest from ours',
    ],
    rows: [own, ...others].map((each) => {
      const apart = each === own ? null : greatestDifference(own.losses, each.losses);
      return [
        nameOf(each),
        each.by.version.slice(0, 8),
        `${each.stepMs.median.toFixed(2)} ms`,
        Math.round(each.tokensPerSecond).toLocaleString('en').replaceAll(',', ' '),
        `${(each.stepMs.median / own.stepMs.median).toFixed(3)} ×`,
        String(each.losses.length),
        lossText(each.losses.at(-1)),
        apart ? `${apart.difference.toFixed(4)} at step ${apart.step}` : '',
      ];
    }),
    sources: [],
  };
}

const shownSteps = [1, 2, 5, 10, 20, 50, 100, 200, 400, 800, 1500];

function lossSection(own: Training, others: readonly Training[]): Section {
  const all = [own, ...others];
  const steps = shownSteps.filter((step) => step <= own.losses.length);
  const heldOut = own.heldOut
    ? ` On text that was held out it is ${lossText(own.heldOut.loss)} in the end: ${Math.round(own.text.bytes / 1000)} kB are soon known by heart.`
    : '';
  return {
    title: 'Loss by step',
    text: `Nats a byte, before the update of the step.${heldOut}`,
    columns: ['step', ...all.map(nameOf)],
    rows: steps.map((step) => [String(step), ...all.map(({ losses }) => lossText(losses[step - 1]))]),
    sources: [],
  };
}

const mostOperators = 16;

function stepSection(
  { machine }: Training,
  { stepNs, kernelNs, operators, steps }: TrainingProfile,
): Section {
  const [longest] = operators;
  const bottleneck = longest
    ? ` The largest bottleneck is \`${longest.operators}\` of \`${longest.shape}\`, ${percent(longest.share)} of the kernels.`
    : '';
  return {
    title: 'Where a step goes',
    text: `By timestamps round every kernel of ${steps} steps on ${machine.name}: ${(kernelNs / 1e6).toFixed(2)} ms of kernels in a step of ${(stepNs / 1e6).toFixed(2)} ms, ${percent(kernelNs / stepNs)} of it; the timestamps make both longer.${bottleneck} Kernels of the same operators and shape are one row; the ${Math.min(mostOperators, operators.length)} longest of ${operators.length} are shown.`,
    columns: ['operators', 'shape', 'kernels', 'time', 'of the kernels', 'rate', 'of roof'],
    rows: operators
      .slice(0, mostOperators)
      .map(({ operators: names, shape, count, ns, share, flops, pctOfRoof }) => [
        `\`${names}\``,
        `\`${shape}\``,
        String(count),
        `${(ns / 1000).toFixed(0)} µs`,
        percent(share),
        `${(flops / ns / 1000).toFixed(2)} TFLOP/s`,
        pctOfRoof === null ? '' : `${pctOfRoof.toFixed(1)} %`,
      ]),
    sources: [],
  };
}

const mostChanges = 6;

/** The longest operators of an earlier training, and what they take in a newer one. */
function changeSection(earlier: Training, own: Training): readonly Section[] {
  const [before, after] = [earlier.profile, own.profile];
  if (!before || !after) return [];
  const [old, young] = [earlier, own].map(({ by }) => by.version.slice(0, 8));
  return [
    {
      title: 'What became of the bottlenecks',
      text: `The longest operators of ${old}, and the same in ${young}, on ${own.machine.name}. A step took ${earlier.stepMs.median.toFixed(2)} ms, and takes ${own.stepMs.median.toFixed(2)} ms.`,
      columns: ['operators', 'shape', 'before', 'after', 'speed-up'],
      rows: before.operators.slice(0, mostChanges).map((operator) => {
        const same = after.operators.find((each) => isSameOperator(each, operator));
        return [
          `\`${operator.operators}\``,
          `\`${operator.shape}\``,
          `${(operator.ns / 1000).toFixed(0)} µs`,
          same ? `${(same.ns / 1000).toFixed(0)} µs` : 'another kernel does it',
          same ? `${(operator.ns / same.ns).toFixed(2)} ×` : '',
        ];
      }),
      sources: [],
    },
  ];
}

type Profiled = TrainingProfile['operators'][number];

function isSameOperator(one: Profiled, other: Profiled): boolean {
  return one.program === other.program && one.operators === other.operators && one.shape === other.shape;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function nameOf({ by }: Training): string {
  return by.name === 'kernel-ladder' ? 'Kernel Ladder' : `${by.name} ${by.mode}`;
}

function lossText(loss: number | undefined): string {
  return loss === undefined ? '' : loss.toFixed(4);
}

function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MiB`;
}
