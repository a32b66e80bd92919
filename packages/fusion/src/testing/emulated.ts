// Compiled programs on the emulated device, where every race and every read of what nobody wrote is found.
import { allocate } from '@kernel-ladder/harness';
import type { Arrays } from '@kernel-ladder/harness';
import { emulatePlan } from '@kernel-ladder/harness/testing';
import { arrayTypeOf } from '../compile/program.ts';
import type { Program } from '../compile/program.ts';
import type { Feeds } from '../evaluate.ts';
import { countOf } from '../graph/types.ts';
import type { Type } from '../graph/types.ts';

/** What a program computed, by output, and what was wrong on the way. */
export interface Emulation {
  readonly outputs: readonly ArrayLike<number>[];
  readonly hazards: readonly string[];
}

/** Runs a program on subgroups of that size. */
export function emulateProgram(program: Program, feeds: Feeds, subgroupSize: number): Emulation {
  const constants = Object.fromEntries(
    program.constants.map(({ name, type, values }) => [name, arrayOf(type, values)]),
  );
  const outputs = Object.fromEntries(
    program.outputs.map(({ name, type }) => [name, { type: arrayTypeOf(type), length: countOf(type.shape) }]),
  );
  const inputs = { ...arraysOf(program, feeds), ...constants };
  const ran = emulatePlan({ plan: program.plan, inputs, outputs, load: refuseFile, subgroupSize });
  return {
    outputs: program.outputs.map(({ name }) => ran.outputs[name] ?? []),
    hazards: [...ran.hazards, ...ran.suspected].map(({ kind, message }) => `${kind}: ${message}`),
  };
}

/** Numbers for a program's inputs as the arrays that its buffers take. */
export function arraysOf({ inputs }: Program, feeds: Feeds): Arrays {
  return Object.fromEntries(inputs.map(({ name, type }) => [name, arrayOf(type, feeds[name] ?? [])]));
}

function arrayOf(type: Type, values: ArrayLike<number>): Arrays[string] {
  const array = allocate(arrayTypeOf(type), countOf(type.shape));
  array.set(values);
  return array;
}

/** The largest |got − due| as a share of 1 + |due|; infinite where something is no number. */
export function furthest(got: readonly ArrayLike<number>[], due: readonly ArrayLike<number>[]): number {
  const errors = due.flatMap((values, output) =>
    Array.from(values, (value, at) => Math.abs((got[output]?.[at] ?? NaN) - value) / (1 + Math.abs(value))),
  );
  return errors.reduce(
    (worst, error) => (error <= worst ? worst : Number.isNaN(error) ? Infinity : error),
    0,
  );
}

function refuseFile(file: string): string {
  throw new Error(`${file}: a compiled program carries its own texts`);
}
