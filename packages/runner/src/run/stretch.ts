// Stretches of a run: ids that are timed family by family, or checked rung by rung.
import type { ListedId, Result } from '@kernel-ladder/schema';
import { halve, isSound } from '@kernel-ladder/stats';
import type { Io } from '../io.ts';
import type { FamilyPackage } from '../process/families.ts';
import { measureFamily } from '../process/measure.ts';
import type { MeasureSpec, RulerTimes } from '../process/measure.ts';
import { ownerOf } from '../process/peers.ts';
import { mostCheckers, mostEnding, mostTimers, shareOf, sideBySide } from '../process/side-by-side.ts';
import { isApart, jobOf, partsOf, splitPart } from './parts.ts';
import type { Part, TimedPart } from './parts.ts';
import { createWaitingLine } from './waiting-line.ts';

/** Ids of some families. */
export interface Stretch {
  readonly families: readonly FamilyPackage[];
  readonly ids: readonly ListedId[];
  readonly spec: MeasureSpec;
}

/** Checks ids of which none is timed: each rung, or library of peers, has a process, and several run side by side. */
export async function checkStretch(io: Io, stretch: Stretch): Promise<void> {
  const { spec } = stretch;
  const parts = partsOf(stretch.families, stretch.ids).flatMap(splitPart);
  const width = Math.min(parts.length, mostCheckers(spec.job.machine));
  const doubtful = new Set<string>();
  const onResult: MeasureSpec['onResult'] = (result, more) => {
    if (width > 1 && isDoubtful(result)) doubtful.add(result.id);
    else spec.onResult(result, more);
  };
  await atOnce(io, parts, { width, spec: { ...spec, onResult } });
  const again = parts.map((part) => ({ ...part, ids: part.ids.filter(({ id }) => doubtful.has(id)) }));
  await atOnce(io, again, { width: 1, spec });
}

interface Abreast {
  readonly width: number;
  readonly spec: MeasureSpec;
}

// So many parts at a time, whose processes share the processors.
async function atOnce(io: Io, parts: readonly Part[], { width, spec }: Abreast): Promise<void> {
  const job = { ...spec.job, beside: width };
  const onResult: MeasureSpec['onResult'] = (result, { spent, ...more } = {}) =>
    spec.onResult(result, { ...more, ...(spent ? { spent: shareOf(spent, width) } : {}) });
  await sideBySide(parts, { width, interrupt: io.interrupt }, (part) =>
    measureFamily(io, part.family, part.ids, { ...spec, job, onResult }),
  );
}

// What fails beside others by memory, or by its process, may be innocent: it has another try with the device to itself.
function isDoubtful({ status, reason }: Result): boolean {
  const codes: readonly string[] = ['crashed', 'timeout', 'device-lost', 'out-of-memory'];
  return status === 'failed' && codes.includes(reason?.code ?? '');
}

/** Two halves of the kernels, those with ids; peers follow both, so that each library is started once. */
export function stretchesOf(
  families: readonly FamilyPackage[],
  ids: readonly ListedId[],
): readonly (readonly ListedId[])[] {
  const isPeer = ({ id }: ListedId) => ownerOf(families, id)?.rungs !== undefined;
  const [before, after] = halve(ids.filter((listed) => !isPeer(listed)));
  return [before, [...after, ...ids.filter(isPeer)]].filter((stretch) => stretch.length > 0);
}

/** Stretches that are timed, each with the rulers behind it. */
export interface Timed extends Omit<Stretch, 'ids'> {
  readonly stretches: readonly (readonly ListedId[])[];
  /** Measures the rulers in a process of its own. */
  readonly measureRulers: () => Promise<RulerTimes | null>;
}

/**
 * Times stretches of ids; gives the rulers behind each. What is timed has the device to itself: a process at a time, each with all ids
 * of its family, or of one library among the peers, which gets no other's to see; what the host times comes behind all other kernels and peers, peers last. The last process of a stretch measures the rulers while it has
 * the device open, unless it is a peer's or dies. In software, where no ruler is, families run side by side, and peers after them.
 */
export async function timeStretches(
  io: Io,
  { families, spec, stretches, measureRulers }: Timed,
): Promise<readonly (RulerTimes | null)[]> {
  const parts = stretches.flatMap((ids) => {
    const own = inOrder(
      partsOf(families, ids).flatMap((part) => (part.family.rungs ? splitPart(part) : [part])),
    );
    return own.map((part, at): TimedPart => ({ ...part, isLast: at === own.length - 1 }));
  });
  const kernels = parts.filter(({ family }) => !family.rungs);
  const width = Math.min(kernels.length, mostTimers(spec.job.machine));
  const isAbreast = width > 1;
  if (isAbreast) await atOnce(io, kernels, { width, spec });
  const rulers: (RulerTimes | null)[] = [];
  await inTurn(io, isAbreast ? parts.filter(({ family }) => family.rungs) : parts, {
    spec,
    onEnd: async (ruler) => void rulers.push(ruler ?? (await measureRulers())),
  });
  return rulers;
}

interface Turns {
  readonly spec: MeasureSpec;
  /** Behind the last part of a stretch, with what its process has measured. */
  readonly onEnd: (ruler: RulerTimes | null) => Promise<void>;
}

// The processes of the next families start beside the last id of the one before, and wait: one opens the device when nothing is timed, and has
// its turn when the one before has no more use for it, though its judges may have yet to speak. What the host times, as peers are, has nothing beside it.
async function inTurn(io: Io, parts: readonly TimedPart[], { spec, onEnd }: Turns): Promise<void> {
  const turn = oneAtATime();
  const line = createWaitingLine(io, parts, spec);
  const most = mostEnding(spec.job.machine);
  const ending = new Set<Promise<void>>();
  let hasFailed = false;
  try {
    for (const [at, part] of parts.entries()) {
      if (io.interrupt.aborted || hasFailed) break;
      const next = parts[at + 1];
      let ruler: RulerTimes | null = null;
      const onPhase: MeasureSpec['onPhase'] = (id, ...phase) => {
        if (id === part.ids.at(-1)?.id) line.startBehind(at);
        spec.onPhase(id, ...phase);
      };
      const onRuler = (measured: RulerTimes) => {
        ruler = isSound(measured) ? measured : null;
      };
      const { promise: isFree, resolve: onFree } = Promise.withResolvers<void>();
      const own = { ...spec, job: jobOf(part, spec), turn, first: line.take(at) };
      const onTimed = () => void line.openBehind(at);
      const ended = measureFamily(io, part.family, part.ids, { ...own, onPhase, onRuler, onTimed, onFree });
      await (next && mayOverlap(part, next) ? Promise.race([isFree, ended]) : ended);
      await line.openBehind(at);
      ending.add(ended);
      ended.then(() => ending.delete(ended)).catch(() => (hasFailed = true));
      const allowed = next && mayOverlap(part, next) ? most : 0;
      while (ending.size > allowed) await Promise.race(ending);
      if (part.isLast) await onEnd(ruler);
    }
    await Promise.all(ending);
  } finally {
    line.close();
  }
}

// Turns on the device, in the order in which they are asked for: a process that fell while its outputs were judged is followed by another one
// only when the next family hands the device on.
function oneAtATime(): NonNullable<MeasureSpec['turn']> {
  let last: Promise<void> = Promise.resolve();
  return async () => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    return resolve;
  };
}

// Nothing is judged beside what the host's clock times.
function mayOverlap(part: TimedPart, next: TimedPart): boolean {
  return isApart(part, next) && !isOnHostClock(next);
}

// By rank; of those that come first the one whose first inputs are the smallest leads: nothing goes on while they are made.
function inOrder(parts: readonly Part[]): readonly Part[] {
  const ranked = parts.toSorted((one, other) => rankOf(one) - rankOf(other));
  const [first] = ranked;
  if (!first) return [];
  const leading = ranked
    .filter((part) => rankOf(part) === rankOf(first))
    .reduce((one, other) => (firstBytes(other) < firstBytes(one) ? other : one));
  return [leading, ...ranked.filter((part) => part !== leading)];
}

function firstBytes({ ids: [first] }: Part): number {
  return first?.work.minBytes ?? 0;
}

// What waits for all judges comes behind all that does not, and peers behind all kernels.
function rankOf(part: Part): number {
  return (part.family.rungs ? 2 : 0) + (isOnHostClock(part) ? 1 : 0);
}

// Of kernels whatever is none of them; of peers the loops on the processor.
function isOnHostClock({ family, ids }: Part): boolean {
  return ids.some(({ kind = 'gpu' }) => (family.rungs ? kind === 'cpu' : kind !== 'gpu'));
}
