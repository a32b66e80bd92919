// The programs of a step over the buffers of a training. A step reads one side of its vectors and writes the other.
import { bindProgram } from '@kernel-ladder/fusion';
import type { Bound } from '@kernel-ladder/fusion';
import type { EncodePass, Gpu } from '@kernel-ladder/gpu';
import { slopeName } from '../graphs.ts';
import type { StepSpec } from '../graphs.ts';
import type { Packing } from '../model/pack.ts';
import { optimisers } from '../optimisers.ts';
import { bufferOf } from './buffers.ts';
import type { Buffers } from './buffers.ts';
import { ownName, sideName } from './plan.ts';
import type { ProgramName, TrainingPlan } from './plan.ts';

/** A training on a device. */
export interface Parts {
  readonly gpu: Gpu;
  readonly spec: StepSpec;
  readonly plan: TrainingPlan;
  readonly buffers: Buffers;
}

/** Which of two a step reads. */
export type Side = 0 | 1;

/** The passes of each program, in order. */
export interface Encoders {
  /** By the side that they read. */
  readonly gradients: readonly (readonly EncodePass[])[];
  readonly accumulate: readonly (readonly EncodePass[])[];
  readonly norm: readonly EncodePass[];
  readonly update: readonly (readonly EncodePass[])[];
}

/** Binds every program to every side that it may read. */
export async function bindAll(parts: Parts): Promise<Encoders> {
  const { spec } = parts;
  const sides = [0, 1] as const;
  const bind = (name: ProgramName, side: Side) => bindStep(parts, name, side);
  const isSummed = spec.accumulate > 1;
  return {
    gradients: await Promise.all(sides.map((side) => bind('gradients', side))),
    accumulate: isSummed ? await Promise.all(sides.map((side) => bind('accumulate', side))) : [],
    norm: await bind('norm', 0),
    update: await Promise.all(sides.map((side) => bind('update', side))),
  };
}

function bindStep(parts: Parts, name: ProgramName, side: Side): Promise<readonly EncodePass[]> {
  const { gpu, spec, plan, buffers } = parts;
  const program = plan.programs[name];
  const of = (label: string) => bufferOf(buffers, label);
  const other = side === 0 ? 1 : 0;
  const own = [...Object.keys(program.plan.scratch ?? {}), ...program.constants.map((each) => each.name)];
  const moments = Array.from({ length: optimisers[spec.optimiser.name].moments }, (_, index) => index);
  const bound: Bound = new Map<string, GPUBuffer | GPUBufferBinding>([
    ...shared.map((label) => [label, of(label)] as const),
    ...own.map((label) => [label, of(ownName(name, label))] as const),
    ...rangesOf(plan, { of, side }),
    ['parameters', of(sideName('parameters', side))],
    ['nextParameters', of(sideName('parameters', other))],
    ['gradients', of(name === 'accumulate' ? 'gradients' : totalName(spec))],
    ...(spec.accumulate > 1 ? sumsOf(of, side) : []),
    ...moments.flatMap((index) => [
      [`moment${index}`, of(sideName(`moment${index}`, side))] as const,
      [`nextMoment${index}`, of(sideName(`moment${index}`, other))] as const,
    ]),
  ]);
  return bindProgram(gpu, program, bound);
}

const shared = ['decays', 'tokens', 'targets', 'scalars', 'lossScale', 'loss', 'norm'] as const;

// Where a step's gradients are in the end: of several batches the first is copied to side 0, and each further one changes sides.
function totalName({ accumulate }: StepSpec): string {
  if (accumulate === 1) return 'gradients';
  return sideName('sum', accumulate % 2 === 1 ? 0 : 1);
}

interface Naming {
  readonly of: (label: string) => GPUBuffer;
  readonly side: Side;
}

function sumsOf(of: Naming['of'], side: Side): readonly (readonly [string, GPUBuffer])[] {
  return [
    ['sum', of(sideName('sum', side))],
    ['nextSum', of(sideName('sum', side === 0 ? 1 : 0))],
  ];
}

// Each parameter and its slope as ranges of their vectors.
function rangesOf({ packing }: TrainingPlan, { of, side }: Naming) {
  const slopes = weightRanges(packing, of('gradients'));
  return [
    ...weightRanges(packing, of(sideName('parameters', side))),
    ...slopes.map(([name, range]) => [slopeName(name), range] as const),
  ];
}

/** The range of each parameter, or of what belongs to it, in the buffer of a vector. */
export function weightRanges(
  { places }: Packing,
  buffer: GPUBuffer,
): readonly (readonly [name: string, range: GPUBufferBinding])[] {
  return places.map(({ name, offset, length }) => [
    name,
    { buffer, offset: 4 * offset, size: Math.ceil(length / 4) * 16 },
  ]);
}
