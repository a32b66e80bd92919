// Stretches of a run: ids that are timed family by family, or checked rung by rung.
import type { ListedId, Result } from '@kernel-ladder/schema';
import { halve, isSound } from '@kernel-ladder/stats';
import type { Io } from '../io.ts';
import type { Waiting } from '../process/child.ts';
import type { FamilyPackage } from '../process/families.ts';
import { measureFamily, readyFamily } from '../process/measure.ts';
import type { MeasureSpec, RulerTimes } from '../process/measure.ts';
import { ownerOf, splitByProcess } from '../process/peers.ts';
import { mostCheckers, mostTimers, shareOf, sideBySide } from '../process/side-by-side.ts';

/** Ids of some families. */
export interface Stretch {
  readonly families: readonly FamilyPackage[];
  readonly ids: readonly ListedId[];
  readonly spec: MeasureSpec;
}

/** Checks ids of which none is timed: each rung, or library of peers, has a process, and several run side by side. */
export async function checkStretch(io: Io, stretch: Stretch): Promise<void> {
  const { spec } = stretch;
  const parts = partsOf(stretch).flatMap(split);
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
 * of its family, or of one library among the peers, which gets no other's to see. The last process of a stretch measures the rulers while it has
 * the device open, unless it is a peer's or dies. In software, where no ruler is, families run side by side, and peers after them.
 */
export async function timeStretches(
  io: Io,
  { families, spec, stretches, measureRulers }: Timed,
): Promise<readonly (RulerTimes | null)[]> {
  const parts = stretches.flatMap((ids) => {
    const own = partsOf({ families, ids, spec }).flatMap((part) =>
      part.family.rungs ? split(part) : [part],
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

// The process of the next family starts beside the last id of the one before, and waits: it opens the device when its turn comes, which is
// when that one has no more use for it, though its judges may have yet to speak. What is timed on the host, as peers are, has nothing beside it.
async function inTurn(io: Io, parts: readonly TimedPart[], { spec, onEnd }: Turns): Promise<void> {
  const turn = oneAtATime();
  let waiting: Waiting | undefined;
  let ending: Promise<void> = Promise.resolve();
  try {
    for (const [at, part] of parts.entries()) {
      if (io.interrupt.aborted) break;
      const first = waiting;
      waiting = undefined;
      const next = parts[at + 1];
      let ruler: RulerTimes | null = null;
      const own = { ...spec, job: jobOf(part, spec), turn };
      let follower = next && isApart(part, next) ? next : null;
      const onPhase: MeasureSpec['onPhase'] = (id, ...phase) => {
        if (follower && id === part.ids.at(-1)?.id) {
          const { family, ids } = follower;
          waiting = readyFamily(io, family, ids, { ...spec, job: jobOf(follower, spec) });
          follower = null;
        }
        spec.onPhase(id, ...phase);
      };
      const onRuler = (measured: RulerTimes) => {
        ruler = isSound(measured) ? measured : null;
      };
      const { promise: isFree, resolve: onFree } = Promise.withResolvers<void>();
      const ended = measureFamily(io, part.family, part.ids, { ...own, first, onPhase, onRuler, onFree });
      await (next && mayOverlap(part, next) ? Promise.race([isFree, ended]) : ended);
      await ending;
      ending = ended;
      if (part.isLast) await onEnd(ruler);
    }
    await ending;
  } finally {
    waiting?.kill();
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
  return (
    isApart(part, next) &&
    !next.family.rungs &&
    next.ids.every(({ kind = 'gpu' }) => kind === 'gpu')
  );
}

// What a process finds out of its rungs' awkward cases is known to the next one of its family.
function isApart({ family }: TimedPart, next: TimedPart): boolean {
  return !family.rungs && next.family !== family;
}

// A software session has no rulers, and a library may hold the device of a peer's process. A library's awkward cases are for the suite
// that checks: they would take as long as all its times.
function jobOf({ family, isLast }: TimedPart, { job }: MeasureSpec): MeasureSpec['job'] {
  if (family.rungs) return { ...job, edgeCases: false };
  return isLast && !job.machine.software ? { ...job, rulersAfter: true } : job;
}

type Part = Pick<Stretch, 'ids'> & { readonly family: FamilyPackage };

/** Ids of one process; `isLast` of the last one of a stretch. */
type TimedPart = Part & { readonly isLast: boolean };

// By the package whose process runs them; those that have none are left out.
function partsOf({ families, ids }: Stretch): readonly Part[] {
  return families
    .map((family) => ({ family, ids: ids.filter(({ id }) => ownerOf(families, id) === family) }))
    .filter((part) => part.ids.length > 0);
}

function split({ family, ids }: Part): readonly Part[] {
  return splitByProcess(family, ids).map((own) => ({ family, ids: own }));
}
