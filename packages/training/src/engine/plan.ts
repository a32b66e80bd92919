// A training compiled for a device: its programs, and every buffer with its bytes before any is made.
import { compile, countOf, optimise } from '@kernel-ladder/fusion';
import type { Program } from '@kernel-ladder/fusion';
import type { DeviceFacts } from '@kernel-ladder/gpu';
import { stepGraphs } from '../graphs.ts';
import type { NamedGraph, StepGraphs, StepSpec } from '../graphs.ts';
import type { Packing } from '../model/pack.ts';
import { optimisers } from '../optimisers.ts';

/** The programs of a step, by the names of their graphs. */
export type Programs = { readonly [Name in ProgramName]: Program };

/** A program of a step. */
export type ProgramName = Exclude<keyof StepGraphs, 'packing'>;

/** A training on a device, before anything is made. */
export interface TrainingPlan {
  readonly packing: Packing;
  readonly programs: Programs;
  /** Bytes by the names of buffers. */
  readonly buffers: ReadonlyMap<string, number>;
  /** Of all buffers. */
  readonly bytes: number;
  /** Of what lies between the kernels, which most of the bytes are. */
  readonly arenaBytes: number;
  readonly compileMs: number;
}

/** Most steps whose losses wait on the device to be read. */
export const mostUntold = 64;

const names = ['gradients', 'accumulate', 'norm', 'update'] as const;

/** Plans a training. Throws a CompileError where the device cannot run it. */
export function planTraining(spec: StepSpec, device: DeviceFacts): TrainingPlan {
  const start = performance.now();
  const { packing, ...graphs } = stepGraphs(spec);
  const programs = {
    gradients: compiled(graphs.gradients, device),
    accumulate: compiled(graphs.accumulate, device),
    norm: compiled(graphs.norm, device),
    update: compiled(graphs.update, device),
  };
  const buffers = buffersOf(spec, packing, programs);
  const arenas = names.flatMap((name) => Object.values(programs[name].plan.scratch ?? {}));
  return {
    packing,
    programs,
    buffers,
    bytes: total([...buffers.values()]),
    arenaBytes: total(arenas),
    compileMs: performance.now() - start,
  };
}

function compiled({ graph, outputs }: NamedGraph, device: DeviceFacts): Program {
  return compile(optimise(graph), device, { outputs });
}

/** The name of an arena or a constant of a program among the buffers of all. */
export function ownName(program: ProgramName, name: string): string {
  return `${program} ${name}`;
}

/** Two of what a step reads and writes: one kernel may not do both to one buffer, so that a step writes where the next one reads. */
export function sideName(name: string, side: 0 | 1): string {
  return `${name} ${side}`;
}

function buffersOf(spec: StepSpec, { length }: Packing, programs: Programs): ReadonlyMap<string, number> {
  const vector = 4 * length;
  const moments = optimisers[spec.optimiser.name].moments;
  const sided = [
    'parameters',
    ...Array.from({ length: moments }, (_, index) => `moment${index}`),
    ...(spec.accumulate > 1 ? ['sum'] : []),
  ];
  const tokens = 4 * spec.batch * spec.model.context;
  return new Map([
    ...sided.flatMap((name) => ([0, 1] as const).map((side) => [sideName(name, side), vector] as const)),
    ['gradients', vector] as const,
    ['decays', vector] as const,
    ['tokens', whole(tokens)] as const,
    ['targets', whole(tokens)] as const,
    ...['scalars', 'lossScale', 'loss', 'norm'].map((name) => [name, 16] as const),
    ['told', 4 * mostUntold * (spec.accumulate + 1)] as const,
    ...names.flatMap((name) => ownBuffers(name, programs[name])),
  ]);
}

function ownBuffers(name: ProgramName, { plan, constants }: Program) {
  return [
    ...Object.entries(plan.scratch ?? {}).map(
      ([arena, bytes]) => [ownName(name, arena), whole(bytes)] as const,
    ),
    ...constants.map(
      (constant) => [ownName(name, constant.name), whole(4 * countOf(constant.type.shape))] as const,
    ),
  ];
}

// Whole vec4s, as kernels read them.
function whole(bytes: number): number {
  return Math.max(16, Math.ceil(bytes / 16) * 16);
}

function total(bytes: readonly number[]): number {
  return bytes.reduce((sum, each) => sum + each, 0);
}
