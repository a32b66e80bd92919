// What the processes of a session were at, and who had the device, as tracks of a trace.
import { nameProcess, nameTrack } from '@kernel-ladder/schema';
import type { TraceEvent } from '@kernel-ladder/schema';
import { coverProcess } from '../process/cover.ts';
import type { DeviceGate, DeviceUser } from '../process/device-gate.ts';
import type { Progress } from './progress.ts';

/** Listens to a session. */
export interface SessionTrace {
  /** What a process is at from now on, and with which id; the same again changes nothing. */
  readonly phase: (id: string, phase: string, process?: number) => void;
  /** The process is at nothing. */
  readonly leave: (process: number) => void;
  /** The same gate, which is looked at: who waits for which use of the device, and who has it. */
  readonly watch: (gate: DeviceGate) => DeviceGate;
  /** All so far: a process of the trace for the processes of the session, and one for the device, with a track for each user. */
  readonly read: () => readonly TraceEvent[];
}

// Of the trace. The timelines of results are numbered from 1 on.
const pids = { processes: 1_000_001, device: 1_000_002 } as const;

/** Listens from now on; `now` gives milliseconds. */
export function createSessionTrace(now: () => number = () => performance.now()): SessionTrace {
  const begun = now();
  const sinceBegunUs = () => Math.round(1000 * (now() - begun));
  const processes = createTracks(pids.processes, 'processes', sinceBegunUs);
  const device = createTracks(pids.device, 'device', sinceBegunUs);
  return {
    phase: (id, phase, process = 0) =>
      processes.enter(process, nameOf(process), { name: phase, args: { id } }),
    leave: (process) => processes.leave(process),
    watch: (gate) => ({
      ask: (who, use, granted) => {
        device.leave(who);
        if (use !== 'none') device.enter(who, who.name, { name: `waits: ${use}`, args: {} });
        gate.ask(who, use, () => {
          device.enter(who, who.name, { name: use, args: {} });
          granted();
        });
      },
    }),
    read: () => [...processes.read(), ...device.read()],
  };
}

/** A progress display that a trace listens to, where there is one. */
export function traced(progress: Progress, trace: SessionTrace | null): Progress {
  if (!trace) return progress;
  return {
    ...progress,
    phase: (id, phase, share, process) => {
      trace.phase(id, phase, process);
      progress.phase(id, phase, share, process);
    },
    leave: (process) => {
      trace.leave(process);
      progress.leave(process);
    },
  };
}

/** For which share of a session somebody had the device alone, somebody shared it, or nobody had it, in a line; empty where nobody asked for it. */
export function deviceText(events: readonly TraceEvent[]): string {
  const spans = events.filter(({ ph }) => ph === 'X');
  const uses = spans.filter(({ pid, name }) => pid === pids.device && !name.startsWith('waits'));
  if (uses.length === 0) return '';
  // Too many for the arguments of one call.
  const allUs = spans.reduce((most, { ts = 0, dur = 0 }) => Math.max(most, ts + dur), 0);
  const aloneUs = covered(uses.filter(({ name }) => name === 'alone'));
  const sharedUs = covered(uses) - aloneUs;
  const share = (us: number) => `${Math.round((100 * us) / allUs)} %`;
  return `device: had alone ${share(aloneUs)} of the time, shared ${share(sharedUs)}, had by nobody ${share(allUs - aloneUs - sharedUs)}\n`;
}

// How long at least one of the spans went on.
function covered(spans: readonly TraceEvent[]): number {
  let [sum, end] = [0, 0];
  for (const { ts = 0, dur = 0 } of spans.toSorted((one, other) => (one.ts ?? 0) - (other.ts ?? 0))) {
    sum += Math.max(0, ts + dur - Math.max(ts, end));
    end = Math.max(end, ts + dur);
  }
  return sum;
}

// Those that check awkward cases are told of as one.
function nameOf(process: number): string {
  return process === coverProcess ? 'awkward cases' : `process ${process}`;
}

type Key = number | DeviceUser;

interface Span {
  readonly name: string;
  readonly args: TraceEvent['args'];
}

interface Track {
  readonly tid: number;
  readonly name: string;
  open: (Span & { readonly ts: number }) | null;
}

// Tracks in the order in which they are first entered.
function createTracks(pid: number, title: string, nowUs: () => number) {
  const tracks = new Map<Key, Track>();
  const closed: TraceEvent[] = [];
  const end = (track: Track) => {
    const span = spanOf(pid, track, nowUs());
    // What is asked for and granted at once has no length.
    if (span && span.dur !== 0) closed.push(span);
    track.open = null;
  };
  return {
    enter: (key: Key, name: string, span: Span) => {
      const track = tracks.get(key) ?? { tid: tracks.size + 1, name, open: null };
      tracks.set(key, track);
      if (track.open?.name === span.name && track.open.args['id'] === span.args['id']) return;
      end(track);
      track.open = { ...span, ts: nowUs() };
    },
    leave: (key: Key) => {
      const track = tracks.get(key);
      if (track) end(track);
    },
    read: (): readonly TraceEvent[] => {
      if (tracks.size === 0) return [];
      const own = [...tracks.values()];
      const open = own.flatMap((track) => spanOf(pid, track, nowUs()) ?? []);
      return [
        nameProcess(pid, title),
        ...own.flatMap(({ tid, name }) => nameTrack({ pid, tid }, name)),
        ...closed,
        ...open,
      ];
    },
  };
}

function spanOf(pid: number, { tid, open }: Track, us: number): TraceEvent | null {
  if (!open) return null;
  const { name, args, ts } = open;
  return { name, ph: 'X', pid, tid, ts, dur: us - ts, args };
}
