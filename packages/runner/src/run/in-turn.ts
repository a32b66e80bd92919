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
import type { Crowd } from './crowd.ts';
import { createLineUp } from './line-up.ts';
import { jobOf } from './parts.ts';
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
  const line = createWaitingLine(io, { spec: own, coverage });
  const lineUp = createLineUp(parts, { coverage, mayOvertake: gate !== undefined });
  const crowd = createCrowd({ sharing, judging: mostEnding(spec.job.machine) });
  const rulers: Promise<RulerTimes | null>[] = [];
  let latest: TimedPart | undefined;
  const startBehind = () => line.startBehind(latest, lineUp.soon());
  // Where others time meanwhile the device is opened by whoever may share it.
  const open = async (part: TimedPart | undefined) => (gate ? undefined : line.open(part));
  const behind = { start: startBehind, open: () => open(lineUp.rest()[0]) };
  const cleared = () => Promise.all([crowd.cleared(), coverage.done]);
  const enter = (part: TimedPart, at: number) =>
    measureAmong(io, crowd, leftOf(part, coverage), { at, spec: { ...own, first: line.take(part) }, behind });
  try {
    for (const at of parts.keys()) {
      const part = await lineUp.next(startBehind);
      if (part) await crowd.roomFor(part);
      await open(part);
      if (!part || io.interrupt.aborted || crowd.hasFailed()) break;
      lineUp.go(part);
      latest = part;
      const free = enter(part, at);
      if (!part.isLast) continue;
      rulers.push(underWay(free.then((ruler) => ruler ?? rulersAlone({ gate, cleared, measureRulers }))));
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
  if (gate) return aloneOn(gate, 'rulers', measureRulers);
  await cleared();
  return measureRulers();
}

// What goes wrong is thrown to whoever waits for it.
function underWay<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
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

// Resolves when the device is free of the part, with the rulers if it has measured any.
async function measureAmong(
  io: Io,
  crowd: Crowd,
  part: TimedPart,
  { spec, ...of }: OfPart,
): Promise<RulerTimes | null> {
  let ruler: RulerTimes | null = null;
  const onRuler = (measured: RulerTimes) => {
    ruler = isSound(measured) ? measured : null;
  };
  await crowd.enter(part, (onFree) => measurePart(io, part, { ...of, spec: { ...spec, onFree, onRuler } }));
  return ruler;
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
