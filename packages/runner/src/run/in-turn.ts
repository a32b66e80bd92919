// Parts on the device in their order: several at a time where it is shared, one at a time elsewhere.
import { isSound } from '@kernel-ladder/stats';
import type { Io } from '../io.ts';
import { aloneOn } from '../process/device-gate.ts';
import type { DeviceGate } from '../process/device-gate.ts';
import { measureFamily } from '../process/measure.ts';
import type { MeasureSpec, RulerTimes } from '../process/measure.ts';
import { mostEnding } from '../process/side-by-side.ts';
import { leftOf } from './coverage.ts';
import type { Coverage } from './coverage.ts';
import { createCrowd } from './crowd.ts';
import { isOnHostClock, jobOf } from './parts.ts';
import type { TimedPart } from './parts.ts';
import { createWaitingLine } from './waiting-line.ts';

/** How parts have their turns. */
export interface Turns {
  readonly spec: MeasureSpec;
  /** How many may be on the device at a time. */
  readonly sharing: number;
  /** Who grants it, where several may. */
  readonly gate: DeviceGate | undefined;
  /** What is known of awkward cases: a part waits for those of its family. */
  readonly coverage: Coverage;
  /** Measures the rulers in a process of its own. */
  readonly measureRulers: () => Promise<RulerTimes | null>;
}

/**
 * Times parts; gives the rulers behind each stretch. The processes of the next families start beside the last id of one that is on the device, and wait for
 * their turn: it comes when there is room, though judges may have yet to speak. What the host times has nothing beside it. Rulers are
 * measured alone, as whatever is timed is: where the device is shared nobody waits for them to begin with the next stretch.
 */
export async function inTurn(
  io: Io,
  parts: readonly TimedPart[],
  { spec, sharing, gate, coverage, measureRulers }: Turns,
): Promise<readonly (RulerTimes | null)[]> {
  const own = { ...(gate ? shared(spec, { gate, sharing }) : spec), turn: turnsOf(sharing) };
  const line = createWaitingLine(io, parts, { spec: own, coverage });
  const crowd = createCrowd({ sharing, judging: mostEnding(spec.job.machine) });
  const rulers: Promise<RulerTimes | null>[] = [];
  let latest = 0;
  // Where others time meanwhile the device is opened by whoever may share it.
  const openBehind = async (at: number) => (gate ? undefined : line.openBehind(at));
  const behind = { start: () => line.startBehind(latest), open: () => openBehind(latest) };
  try {
    for (const [at, part] of parts.entries()) {
      await covered(part, coverage, () => line.startBehind(at - 1));
      await crowd.roomFor(part);
      await openBehind(at - 1);
      if (io.interrupt.aborted || crowd.hasFailed() || !coverage.isKnown(part.family)) break;
      latest = at;
      let ruler: RulerTimes | null = null;
      const onRuler = (measured: RulerTimes) => {
        ruler = isSound(measured) ? measured : null;
      };
      const first = line.take(at);
      const free = crowd.enter(part, (onFree) =>
        measurePart(io, leftOf(part, coverage), { at, spec: { ...own, first, onFree, onRuler }, behind }),
      );
      if (!part.isLast) continue;
      const cleared = () => Promise.all([crowd.cleared(), coverage.done]);
      rulers.push(underWay(free.then(() => ruler ?? rulersAlone({ gate, cleared, measureRulers }))));
      if (!gate) await rulers.at(-1);
    }
    await crowd.gone();
    await coverage.done;
    return await Promise.all(rulers);
  } finally {
    line.close();
  }
}

interface Alone extends Pick<Turns, 'gate' | 'measureRulers'> {
  readonly cleared: () => Promise<unknown>;
}

// The process that measures them asks nobody for the device.
async function rulersAlone({ gate, cleared, measureRulers }: Alone): Promise<RulerTimes | null> {
  if (gate) return aloneOn(gate, measureRulers);
  await cleared();
  return measureRulers();
}

// What goes wrong is thrown to whoever waits for it.
function underWay<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
}

// The processes of parts that had to wait for their awkward cases start as soon as those are known. Nothing is checked beside what the host's clock times.
async function covered(part: TimedPart, coverage: Coverage, onKnown: () => void): Promise<void> {
  // What went wrong is thrown behind the last part.
  if (isOnHostClock(part)) await coverage.done.catch(() => {});
  if (coverage.isKnown(part.family)) return;
  await coverage.of(part.family);
  onKnown();
}

interface Sharing {
  readonly gate: DeviceGate;
  readonly sharing: number;
}

// On a device that several processes use. Half of them judge at a time, and that many share the processors: a thread that judges takes 0.4 s of one to
// start, and beside as many others it starts for next to nothing.
function shared(spec: MeasureSpec, { gate, sharing }: Sharing): MeasureSpec {
  return { ...spec, job: { ...spec.job, sharesDevice: true, beside: Math.ceil(sharing / 2) }, gate };
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
  const own = { ...spec, job: jobOf(part, spec), onPhase, onTimed };
  return measureFamily(io, part.family, part.ids, own).finally(() => spec.onLeave?.(at));
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
