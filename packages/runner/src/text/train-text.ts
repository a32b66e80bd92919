// A training for people: what is about to begin, how it goes, where its time went, and how far two of them are apart.
import { greatestDifference } from '@kernel-ladder/schema';
import type { TrainEvent, Training, TrainingProfile } from '@kernel-ladder/schema';
import { digits, formatBytes, formatSeconds, table } from './format.ts';

type Planned = Extract<TrainEvent, { readonly type: 'planned' }>;
type Steps = Extract<TrainEvent, { readonly type: 'steps' }>;

/** What is trained, and how many bytes it takes, before anything is made. */
export function plannedText({ settings, parameters, bytes, arenaBytes, ...rest }: Planned): string {
  const { model, batch, accumulate, precision, optimiser, schedule } = settings;
  const sequences = accumulate > 1 ? `${accumulate} × ${batch}` : String(batch);
  const from = rest.firstStep > 0 ? `, from step ${rest.firstStep}` : '';
  return `${digits(parameters / 1e6, 3)} M parameters: ${model.layers} layers, width ${model.width}, ${model.heads} heads, context ${model.context}; ${sequences} sequences a step, ${precision}, ${optimiser.name}, ${schedule.steps} steps${from}
${rest.kernels} kernels in ${formatSeconds(rest.compileMs)}; ${formatBytes(bytes)} planned, ${formatBytes(arenaBytes)} of them between kernels
`;
}

/** One line of progress: the last step, its loss, tokens per second. */
export function progressText(steps: Steps, tokens: number, last: number): string {
  const { step, losses, norm, scale, ms } = steps;
  const rate = (1000 * tokens * losses.length) / ms;
  const scaled = scale === 1 ? '' : `  scale ${scale}`;
  return `step ${step + losses.length} of ${last}  loss ${(losses.at(-1) ?? 0).toFixed(4)}  gradients ${digits(norm, 3)}  ${digits(rate, 4)} tokens/s${scaled}`;
}

/** What came of it. */
export function trainedText(training: Training): string {
  const { losses, heldOut, stepMs, tokensPerSecond, memory, profile, sample, skipped } = training;
  const lines = [
    `loss ${lossText(losses[0])} → ${lossText(losses.at(-1))} nats a byte in ${losses.length} steps${heldOut ? `, ${lossText(heldOut.loss)} on held-out text` : ''}${skipped > 0 ? `, ${skipped} steps left out` : ''}`,
    `${digits(stepMs.median, 4)} ms a step, ${digits(tokensPerSecond, 4)} tokens/s`,
    ...(memory
      ? [`${formatBytes(memory.peakBytes)} of buffers at most, ${formatBytes(memory.plannedBytes)} planned`]
      : []),
  ];
  return `${lines.join('\n')}\n${profile ? profileText(profile) : ''}${sample ? `${sample.prompt}${sample.text}\n` : ''}`;
}

function lossText(loss: number | undefined): string {
  return loss === undefined ? '–' : loss.toFixed(4);
}

const mostRows = 15;

/** Where the time of a step goes, the largest share first. */
export function profileText({ stepNs, kernelNs, operators }: TrainingProfile): string {
  const rows = operators
    .slice(0, mostRows)
    .map(({ operators: names, shape, count, ns, share, flops, pctOfRoof }) => [
      shorten(names),
      shape,
      String(count),
      `${digits(ns / 1000, 4)} µs`,
      `${digits(100 * share, 3)} %`,
      `${digits(flops / ns, 4)} GFLOP/s`,
      pctOfRoof === null ? '–' : `${digits(pctOfRoof, 3)} %`,
    ]);
  const rest = operators.length > mostRows ? `and ${operators.length - mostRows} more\n` : '';
  const head = ['operators', 'shape', 'kernels', 'time', 'of step', 'rate', 'of roof'];
  return `\na step of ${digits(stepNs / 1e6, 4)} ms has ${digits(kernelNs / 1e6, 4)} ms of kernels:\n${table(head, rows)}${rest}`;
}

const mostNames = 40;

function shorten(names: string): string {
  return names.length > mostNames ? `${names.slice(0, mostNames - 1)}…` : names;
}

/** How far the loss curves of trainings are from the first one's, and their times beside it. */
export function comparisonText(trainings: readonly Training[]): string {
  const [ours, ...others] = trainings;
  if (!ours) return '';
  const rows = [ours, ...others].map((each) => {
    const apart = each === ours ? null : greatestDifference(ours.losses, each.losses);
    return [
      `${each.by.name} ${each.by.mode}`,
      each.machine.name,
      `${digits(each.stepMs.median, 4)} ms`,
      `${digits(each.tokensPerSecond, 4)}`,
      `${digits(each.stepMs.median / ours.stepMs.median, 3)} ×`,
      lossText(each.losses.at(-1)),
      apart ? `${digits(apart.difference, 3)} at step ${apart.step}` : '–',
    ];
  });
  const head = ['by', 'on', 'step', 'tokens/s', 'of ours', 'last loss', 'greatest difference'];
  const notes = others.flatMap((other) => unlikeness(ours, other) ?? []);
  return [table(head, rows), ...notes.map((note) => `${note}\n`)].join('');
}

// What makes two curves no repetition of each other; null where nothing does.
function unlikeness(ours: Training, other: Training): string | null {
  const names = unlikeSettings(ours.settings, other.settings);
  const [all, shared] = [ours.losses, other.losses].map(({ length }) => length).toSorted((a, b) => b - a);
  const said = [
    ...(names.length > 0 ? [`was trained with another ${names.join(', ')}`] : []),
    ...(all === shared ? [] : [`only the first ${shared} of ${all} steps are compared`]),
  ];
  return said.length > 0 ? `${other.by.name} ${other.by.mode}: ${said.join('; ')}` : null;
}

/** The settings in which two trainings differ, by their paths: `model.width`. */
export function unlikeSettings(ours: unknown, others: unknown, path = ''): readonly string[] {
  if (!isTable(ours) || !isTable(others)) return ours === others ? [] : [path];
  const names = new Set([...Object.keys(ours), ...Object.keys(others)]);
  return [...names].flatMap((name) =>
    unlikeSettings(ours[name], others[name], path === '' ? name : `${path}.${name}`),
  );
}

function isTable(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null;
}
