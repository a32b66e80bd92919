// What of a space is worth a pipeline: candidates that break a constraint or a limit are refused by their numbers, and so are those that another one beats in all of them.
import { combinations, mostRegisters, nameOf, sizeOf } from './space.ts';
import type { Candidate, Cost, DeviceLimits, Space } from './space.ts';

/** What refuses a candidate before anything is compiled. */
export type RefusedBy = 'constraint' | 'limit' | 'dominated';

/** A candidate that is not tried. */
export interface Refused {
  readonly name: string;
  readonly candidate: Candidate;
  readonly by: RefusedBy;
  /** The constraint's sentence, the limit with both numbers, or the name of the better candidate. */
  readonly why: string;
}

/** A candidate that may be tried, with what the model expects of it. */
export interface Legal {
  readonly name: string;
  readonly candidate: Candidate;
  readonly cost: Cost;
}

/** A space on a device. */
export interface Survey {
  /** How many combinations there are. */
  readonly total: number;
  /** The usual choice first, where the device can run it; then the order of the space. */
  readonly legal: readonly Legal[];
  readonly refused: readonly Refused[];
}

/** Sorts the combinations of a space, without compiling one. */
export function survey(space: Space, device: DeviceLimits): Survey {
  const refused: Refused[] = [];
  const within: Legal[] = [];
  for (const candidate of candidatesOf(space)) {
    const name = nameOf(space, candidate);
    const found = judge(space, candidate, device);
    if ('by' in found) refused.push({ name, candidate, ...found });
    else within.push({ name, candidate, cost: found });
  }
  const usual = nameOf(space, space.usual);
  const legal: Legal[] = [];
  for (const each of within) {
    const better = each.name === usual ? undefined : within.find((other) => dominates(other.cost, each.cost));
    if (!better) legal.push(each);
    else
      refused.push({
        name: each.name,
        candidate: each.candidate,
        by: 'dominated',
        why: `${better.name} takes no more of anything, and moves far fewer bytes.`,
      });
  }
  return { total: sizeOf(space), legal, refused };
}

function* candidatesOf(space: Space): Generator<Candidate> {
  const usual = nameOf(space, space.usual);
  yield space.usual;
  for (const candidate of combinations(space)) if (nameOf(space, candidate) !== usual) yield candidate;
}

function judge(space: Space, candidate: Candidate, device: DeviceLimits): Cost | Pick<Refused, 'by' | 'why'> {
  // The usual choice runs anyway: only a device may refuse it.
  const broken =
    candidate === space.usual ? undefined : space.constraints.find(({ holds }) => !holds(candidate));
  if (broken) return { by: 'constraint', why: broken.why };
  const cost = space.model(candidate);
  const why = overLimits(cost, device);
  return why === null ? cost : { by: 'limit', why };
}

/** The first limit that a candidate exceeds, as a sentence; null where it exceeds none. */
export function overLimits(cost: Cost, { limits }: DeviceLimits): string | null {
  const threads = limits['maxComputeInvocationsPerWorkgroup'] ?? 0;
  const bytes = limits['maxComputeWorkgroupStorageSize'] ?? 0;
  if (cost.threads > threads) return `A workgroup has ${cost.threads} threads, the device allows ${threads}.`;
  if (cost.workgroupBytes > bytes)
    return `A workgroup takes ${cost.workgroupBytes} bytes of its memory, the device allows ${bytes}.`;
  if (cost.registers > mostRegisters)
    return `A thread holds ${cost.registers} registers, and none has more than ${mostRegisters}.`;
  return null;
}

// A model is no clock: only a candidate that moves half as much again through some level is taken for the slower one.
const far = 1.5;

/**
 * What a candidate may take without being worse for it: with so many registers some 400 threads of a multiprocessor's 65,536 registers are
 * resident, and with so much workgroup memory four workgroups or more, which hides what a kernel with sums in registers waits for.
 */
export const plenty = { registers: 168, workgroupBytes: 24 * 1024 } as const;

/**
 * Whether a candidate can be left out for another: that one takes no more registers and workgroup memory, or not too much of them, has as many
 * workgroups, moves no more bytes through any level, and far fewer through one.
 */
export function dominates(one: Cost, other: Cost): boolean {
  const takesNoMore =
    one.workgroups >= other.workgroups &&
    one.registers <= Math.max(other.registers, plenty.registers) &&
    one.workgroupBytes <= Math.max(other.workgroupBytes, plenty.workgroupBytes);
  if (!takesNoMore) return false;
  let isFar = false;
  for (const level of levels) {
    const [own, others] = [one.bytes[level] ?? 0, other.bytes[level] ?? 0];
    if (own > others) return false;
    if (others > far * own) isFar = true;
  }
  return isFar;
}

const levels = ['memory', 'cache', 'workgroup'] as const;
