// Stretches of a run: ids that are timed family by family, or checked rung by rung.
import type { ListedId, Result } from '@kernel-ladder/schema';
import { halve, isSound } from '@kernel-ladder/stats';
import type { Io } from '../io.ts';
import type { FamilyPackage } from '../process/families.ts';
import { measureFamily } from '../process/measure.ts';
import type { MeasureSpec, RulerTimes } from '../process/measure.ts';
import { ownerOf } from '../process/peers.ts';
import { createDeviceGate } from '../process/device-gate.ts';
import {
  mostCheckers,
  mostEnding,
  mostSharing,
  mostTimers,
  shareOf,
  sideBySide,
} from '../process/side-by-side.ts';
import { createCrowd } from './crowd.ts';
import { isOnHostClock, jobOf, mostBeside, partsOf, splitPart } from './parts.ts';
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
  /** How many processes may be on the device; as many as the machine has room for when left out. */
  readonly sharing?: number;
}

/**
 * Times stretches of ids; gives the rulers behind each. A process has all ids of its family, or of one library among the peers, which gets no
 * other's to see. Several are on the device, and what is timed has it to itself; what the host times comes behind all other kernels and peers, peers
 * last. What fails by memory or by its process, and may have had others beside it, is tried again by itself. The last process of a stretch measures
 * the rulers while it has the device open, unless it is a peer's or dies. In software, where no ruler is, families run side by side, and peers after them.
 */
export async function timeStretches(
  io: Io,
  { families, spec, stretches, measureRulers, sharing = mostSharing(spec.job.machine) }: Timed,
): Promise<readonly (RulerTimes | null)[]> {
  const parts = stretches.flatMap((ids) => timedParts(families, ids));
  const kernels = parts.filter(({ family }) => !family.rungs);
  const width = Math.min(kernels.length, mostTimers(spec.job.machine));
  const isAbreast = width > 1 && sharing === 1;
  if (isAbreast) await atOnce(io, kernels, { width, spec });
  const own = isAbreast ? parts.filter(({ family }) => family.rungs) : parts;
  const most = Math.min(sharing, mostBeside(own));
  const doubtful = new Set<string>();
  const onResult: MeasureSpec['onResult'] = (result, more) => {
    if (most > 1 && isDoubtful(result)) doubtful.add(result.id);
    else spec.onResult(result, more);
  };
  const rulers = await inTurn(io, own, { spec: { ...spec, onResult }, sharing: most, measureRulers });
  const again = own
    .map((part) => ({ ...part, ids: part.ids.filter(({ id }) => doubtful.has(id)), isLast: false }))
    .filter(({ ids }) => ids.length > 0);
  await inTurn(io, again, { spec, sharing: 1, measureRulers });
  return rulers;
}

// In the order in which they have their turns.
function timedParts(families: readonly FamilyPackage[], ids: readonly ListedId[]): readonly TimedPart[] {
  const own = inOrder(
    partsOf(families, ids).flatMap((part) => (part.family.rungs ? splitPart(part) : [part])),
  );
  return own.map((part, at) => ({ ...part, isLast: at === own.length - 1 }));
}

interface Turns {
  readonly spec: MeasureSpec;
  readonly sharing: number;
  readonly measureRulers: Timed['measureRulers'];
}

// The processes of the next families start beside the last id of one that is on the device, and wait for their turn: it comes when there is room, though
// judges may have yet to speak. What the host times has nothing beside it.
async function inTurn(
  io: Io,
  parts: readonly TimedPart[],
  { spec, sharing, measureRulers }: Turns,
): Promise<readonly (RulerTimes | null)[]> {
  const own = { ...(sharing > 1 ? shared(spec) : spec), turn: turnsOf(sharing) };
  const line = createWaitingLine(io, parts, own);
  const crowd = createCrowd({ sharing, judging: mostEnding(spec.job.machine) });
  const rulers: (RulerTimes | null)[] = [];
  let latest = 0;
  // Where others time meanwhile the device is opened by whoever may share it.
  const openBehind = async (at: number) => (sharing > 1 ? undefined : line.openBehind(at));
  const behind = { start: () => line.startBehind(latest), open: () => openBehind(latest) };
  try {
    for (const [at, part] of parts.entries()) {
      await crowd.roomFor(part);
      await openBehind(at - 1);
      if (io.interrupt.aborted || crowd.hasFailed()) break;
      latest = at;
      let ruler: RulerTimes | null = null;
      const onRuler = (measured: RulerTimes) => {
        ruler = isSound(measured) ? measured : null;
      };
      const first = line.take(at);
      const free = crowd.enter(part, (onFree) =>
        measurePart(io, part, { at, spec: { ...own, first, onFree, onRuler }, behind }),
      );
      if (!part.isLast) continue;
      await free;
      if (!ruler) await crowd.cleared();
      rulers.push(ruler ?? (await measureRulers()));
    }
    await crowd.gone();
  } finally {
    line.close();
  }
  return rulers;
}

// On a device that several processes use.
function shared(spec: MeasureSpec): MeasureSpec {
  return { ...spec, job: { ...spec.job, sharesDevice: true }, gate: createDeviceGate() };
}

interface OfPart {
  readonly at: number;
  readonly spec: MeasureSpec;
  /** Of the waiting line, behind the last part that is on the device. */
  readonly behind: { readonly start: () => void; readonly open: () => Promise<void> };
}

function measurePart(io: Io, part: TimedPart, { at, spec, behind }: OfPart): Promise<void> {
  const onPhase: MeasureSpec['onPhase'] = (id, phase, share) => {
    if (id === part.ids.at(-1)?.id) behind.start();
    spec.onPhase(id, phase, share, at);
  };
  const onTimed = () => void behind.open();
  return measureFamily(io, part.family, part.ids, { ...spec, job: jobOf(part, spec), onPhase, onTimed });
}

// Turns on the device, so many at a time, in the order in which they are asked for: a process that fell while its outputs were judged is followed by
// another one only when there is room.
function turnsOf(most: number): NonNullable<MeasureSpec['turn']> {
  let room = most;
  const waiting: (() => void)[] = [];
  const handOn = () => {
    const next = waiting.shift();
    if (next) next();
    else room++;
  };
  return async () => {
    if (room > 0) room--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    let isOver = false;
    return () => {
      if (!isOver) handOn();
      isOver = true;
    };
  };
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
