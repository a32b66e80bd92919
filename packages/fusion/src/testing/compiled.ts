// Random programs through the compiler and the emulated device, against the reference.
import { emulatedDevice } from '@kernel-ladder/harness/testing';
import { compile } from '../compile/index.ts';
import { evaluate } from '../evaluate.ts';
import { optimise } from '../passes/all.ts';
import { emulateProgram, furthest } from './emulated.ts';
import { randomProgram } from './programs.ts';

/** A way to compile: with operators that share kernels or not, rewritten before or not. */
export interface Way {
  readonly fuse: boolean;
  readonly rewrites: boolean;
}

/** The ways that programs are tried in. */
export const ways: readonly Way[] = [
  { fuse: true, rewrites: false },
  { fuse: true, rewrites: true },
  { fuse: false, rewrites: false },
];

/** The programs of those seeds whose outputs are not those of the reference, or that ran into a hazard. */
export function strayPrograms(
  { fuse, rewrites }: Way,
  seeds: { readonly from: number; readonly to: number },
): readonly string[] {
  const strays: string[] = [];
  for (let seed = seeds.from; seed <= seeds.to; seed++) {
    const { graph, feeds } = randomProgram({ seed, operations: 14 });
    const subgroups = seed % 2 === 0 ? 32 : 4;
    const program = compile(rewrites ? optimise(graph) : graph, emulatedDevice(subgroups), { fuse });
    const { outputs, hazards } = emulateProgram(program, feeds, subgroups);
    const error = furthest(outputs, evaluate(graph, feeds));
    if (hazards.length > 0 || error > 1e-4) strays.push(`seed ${seed}: ${error} ${hazards.join('; ')}`);
  }
  return strays;
}
