// How a program is launched: one dispatch of one kernel a step, each with its own part of the table.
import { bytesOf, notApplicable } from '@kernel-ladder/harness';
import type { Pass, Plan } from '@kernel-ladder/harness';
import type { AllreduceCase } from './kinds.ts';
import { kernelPass, planned } from './launch.ts';
import type { PlanCase } from './launch.ts';
import { quad, strideOf } from './layout.ts';
import { elementsMoved } from './moves.ts';
import { tableOf } from './table.ts';
import type { Placed } from './table.ts';

// Loads that each thread has under way at once; short vectors rather busy more threads.
const quadsPerThread = 4;
const longVector = 2 ** 20;

/** Walks the program of that name. */
export function stepwise(name: string, file = 'step.wgsl'): PlanCase {
  return planned((params) => planOf(params, programNamed(params, name), file));
}

/** As `stepwise`; claims cases whose ranks spread evenly over the nodes. */
export function overNodes(name: string): PlanCase {
  const plan = stepwise(name);
  return (params, device) =>
    params.ranks % params.nodes === 0
      ? plan(params, device)
      : notApplicable(`${params.ranks} ranks do not spread over ${params.nodes} nodes`);
}

/** The passes of a placed program; `place` and `nodes` of the case are already in it. */
export function planOf(params: AllreduceCase, placed: Placed, file = 'step.wgsl'): Plan {
  const { program } = placed;
  const bytes = bytesOf(params.dtype);
  const isStaged = program.dispatches.some(({ destination }) => destination === 'staging');
  return {
    passes: program.dispatches.map((_, index) => stepPass(params, placed, { index, file })),
    ...(isStaged ? { scratch: { staging: params.ranks * strideOf(params) * bytes } } : {}),
    implBytes: program.dispatches.reduce((sum, dispatch) => sum + elementsMoved(dispatch), 0) * bytes,
    longestSum: params.dtype === 'f16' ? program.roundings : program.additions,
  };
}

/** The copy of all inputs that every launch in place begins with. */
export function copyOfInputs(params: AllreduceCase): { readonly pass: Pass; readonly implBytes: number } {
  const placed = programNamed(params, 'naive');
  const bytes = 2 * params.n * params.ranks * bytesOf(params.dtype);
  return { pass: stepPass(params, placed, { index: 0, file: 'step.wgsl' }), implBytes: bytes };
}

function programNamed(params: AllreduceCase, name: string): Placed {
  const placed = tableOf(params).programs.get(name);
  if (!placed) throw new Error(`there is no program "${name}"`);
  return placed;
}

function stepPass(
  params: AllreduceCase,
  { program, ranges, record, terms, identity }: Placed,
  { index, file }: { readonly index: number; readonly file: string },
): Pass {
  const [dispatch, range] = [program.dispatches[index], ranges[index]];
  if (!dispatch || !range) throw new Error(`the program has no dispatch ${index}`);
  const quads = params.n >= longVector ? quadsPerThread : 1;
  // Cases that do not divide share a text, and with it a pipeline.
  const divisor = params.op === 'mean' ? params.ranks : 1;
  return kernelPass(file, params, {
    constants: { RANKS: divisor, RECORD: record, TERMS: terms, QUADS: quads, SCHEDULE: identity },
    bindings: [dispatch.source, dispatch.destination, range],
    elements: Math.max(...dispatch.moves.map(({ count }) => count)),
    elementsPerThread: quads * quad,
    rows: dispatch.moves.length,
  });
}
