// How each rung is launched: a dispatch of one kernel a step, each with its own part of the table, or one dispatch in all.
import { bytesOf, notApplicable } from '@kernel-ladder/harness';
import type { DeviceFacts, Pass, Plan, PlanCase } from '@kernel-ladder/harness';
import { usualNodes } from './cases.ts';
import { quad, strideOf } from './cases/kind.ts';
import type { AllreduceCase } from './cases/kind.ts';
import type { StepAlgorithm } from './plans/algorithms.ts';
import { kernelPass, planned } from './plans/launch.ts';
import { elementsMoved } from './plans/moves.ts';
import { tableOf } from './plans/table.ts';
import type { Placed } from './plans/table.ts';

// Loads that each thread has under way at once; short vectors rather busy more threads, of which a software adapter has few.
const quadsPerThread = 4;
const longVector = { hardware: 2 ** 20, software: 9000 };

/** What a launch asks of a device. */
export type StepDevice = Pick<DeviceFacts, 'software'>;

/** Walks the program of an algorithm. */
export function stepwise(name: StepAlgorithm): PlanCase<AllreduceCase> {
  return planned((params, device) => planOf(params, placedOf(params, name), device));
}

/** Claims the usual number of nodes only: to an algorithm that knows no nodes, another one is the same case again. */
export function flat(plan: PlanCase<AllreduceCase>): PlanCase<AllreduceCase> {
  return (params, device) =>
    params.nodes === usualNodes ? plan(params, device) : notApplicable('knows no nodes');
}

/** As `stepwise`; claims cases whose ranks spread evenly over the nodes. */
export function overNodes(name: StepAlgorithm): PlanCase<AllreduceCase> {
  const plan = stepwise(name);
  return (params, device) =>
    params.ranks % params.nodes === 0
      ? plan(params, device)
      : notApplicable(`${params.ranks} ranks do not spread over ${params.nodes} nodes`);
}

/** One dispatch that reads all vectors and writes all results: no steps, and so no messages. */
export function fused(file: string): PlanCase<AllreduceCase> {
  return planned((params, device) => {
    const { n, ranks, place, dtype } = params;
    const roundings = dtype === 'f16' ? Math.min(1, ranks - 1) : ranks - 1;
    if (n === 0) return { passes: [], implBytes: 0, longestSum: 0 };
    const copy = place === 'in' ? copyOfInputs(params, device) : null;
    const main = kernelPass(file, params, {
      constants: { RANKS: ranks, N: n, STRIDE: strideOf(params) / quad, IN_PLACE: String(place === 'in') },
      bindings: ['input', 'output'],
      elements: n,
      elementsPerThread: quad,
      rows: 1,
    });
    return {
      passes: copy ? [copy.pass, main] : [main],
      implBytes: 2 * n * ranks * bytesOf(dtype) + (copy?.implBytes ?? 0),
      longestSum: roundings,
    };
  });
}

/** The passes of a placed program; `place` and `nodes` of the case are already in it. */
export function planOf(params: AllreduceCase, placed: Placed, device: StepDevice): Plan {
  const { program } = placed;
  const bytes = bytesOf(params.dtype);
  const isStaged = program.dispatches.some(({ destination }) => destination === 'staging');
  return {
    passes: program.dispatches.map((_, index) => stepPass(params, placed, { index, device })),
    ...(isStaged ? { scratch: { staging: params.ranks * strideOf(params) * bytes } } : {}),
    implBytes: program.dispatches.reduce((sum, dispatch) => sum + elementsMoved(dispatch), 0) * bytes,
    longestSum: params.dtype === 'f16' ? program.roundings : program.additions,
  };
}

// The copy of all inputs that every launch in place begins with.
function copyOfInputs(params: AllreduceCase, device: StepDevice) {
  const bytes = 2 * params.n * params.ranks * bytesOf(params.dtype);
  return { pass: stepPass(params, placedOf(params, 'naive'), { index: 0, device }), implBytes: bytes };
}

function placedOf(params: AllreduceCase, name: StepAlgorithm): Placed {
  const placed = tableOf(params).programs.get(name);
  if (!placed) throw new Error(`the table lacks "${name}"`);
  return placed;
}

interface Step {
  readonly index: number;
  readonly device: StepDevice;
}

function stepPass(
  params: AllreduceCase,
  { program, ranges, record, terms, identity }: Placed,
  { index, device }: Step,
): Pass {
  const [dispatch, range] = [program.dispatches[index], ranges[index]];
  if (!dispatch || !range) throw new Error(`the program has no dispatch ${index}`);
  const isLong = params.n >= longVector[device.software ? 'software' : 'hardware'];
  const quads = isLong ? quadsPerThread : 1;
  // Cases that do not divide share a text, and with it a pipeline.
  const divisor = params.op === 'mean' ? params.ranks : 1;
  return kernelPass('step.wgsl', params, {
    constants: { RANKS: divisor, RECORD: record, TERMS: terms, QUADS: quads, SCHEDULE: identity },
    bindings: [dispatch.source, dispatch.destination, range],
    elements: Math.max(...dispatch.moves.map(({ count }) => count)),
    elementsPerThread: quads * quad,
    rows: dispatch.moves.length,
  });
}
