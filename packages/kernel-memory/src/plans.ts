// Which kind of case a rung solves; what it does not claim is no id of it.
import { notApplicable } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, PlanCase, Skip } from '@kernel-ladder/harness';
import { byKind } from './cases/kinds.ts';
import type { Handlers, MemoryCase } from './cases/kinds.ts';

export { manyQuads, persistent, singleQuads, singleWords, strided, tiles } from './plans/streams.ts';
export { bankReads, chases, patterns, sweeps } from './plans/probes.ts';
export { quadTiles, wordTiles } from './plans/transpose.ts';

/** How a rung plans the kinds of cases that it solves. */
type Planners = {
  readonly [Kind in keyof Handlers<unknown>]: PlanCase<Parameters<Handlers<unknown>[Kind]>[0]>;
};

const none: Planners = {
  copy: refuse,
  stream: refuse,
  transpose: refuse,
  pattern: refuse,
  banks: refuse,
  sweep: refuse,
  chase: refuse,
  blocks: refuse,
};

/** A rung for some kinds of cases. */
export function rung(planners: Partial<Planners>): PlanCase<MemoryCase> {
  const all = { ...none, ...planners };
  return (params, device) => byKind<Plan | Skip>(params, handlersOn(all, device));
}

function handlersOn(all: Planners, device: DeviceFacts): Handlers<Plan | Skip> {
  return {
    copy: (copy) => all.copy(copy, device),
    stream: (stream) => all.stream(stream, device),
    transpose: (transpose) => all.transpose(transpose, device),
    pattern: (pattern) => all.pattern(pattern, device),
    banks: (banks) => all.banks(banks, device),
    sweep: (sweep) => all.sweep(sweep, device),
    chase: (chase) => all.chase(chase, device),
    blocks: (blocks) => all.blocks(blocks, device),
  };
}

function refuse(): Skip {
  return notApplicable('is for another problem of the family');
}
