// The newest runs of a machine one by one: a list of them, and each as it was recorded.
import { parseSiteNoise, parseSiteRunList } from '@kernel-ladder/schema';
import type { Room } from '@kernel-ladder/schema/node';
import type { KnownNoise } from '@kernel-ladder/stats';
import { siteRunOf } from './entries.ts';
import type { MachineEntries, RunEntry } from './entries.ts';
import { dataName } from './files.ts';
import type { DataFile } from './files.ts';
import { pageSize } from './page.ts';

/** A file of the site whose bytes are made when it is written, most of them in a room: they last until that is cleared. */
export interface LateFile {
  readonly name: string;
  /** Tells its bytes from all others, without making them. */
  readonly source?: string;
  readonly bytes: (room: Room) => Buffer;
}

/** The runs of a machine that have a file of their own, oldest first. */
export function newestRuns({ entries }: MachineEntries): readonly RunEntry[] {
  return entries.slice(-pageSize);
}

/** The list of them, newest first. */
export function runListFile(machine: MachineEntries): DataFile {
  const name = dataName.runList(machine.key);
  const listed = newestRuns(machine);
  const content = {
    schemaVersion: 1,
    machineKey: machine.key,
    older: machine.entries.length - listed.length,
    runs: listed.toReversed().map((entry) => {
      const { outcome, card } = entry.head;
      const { passed, skipped, failures, wallMs } = outcome;
      return {
        run: siteRunOf(entry),
        passed,
        failed: failures.length,
        skipped,
        ...(wallMs === null ? {} : { wallMs }),
        ...(card === null ? {} : { card }),
      };
    }),
  };
  return { name, content: parseSiteRunList(name, content) };
}

/** A recorded run's bytes, and what tells them from all others; `path` is where the file lies below the history, null of a local run. */
export interface RecordedBytes {
  readonly path: string | null;
  readonly content: string;
  readonly bytes: LateFile['bytes'];
}

/** A run's file around the bytes of its recorded one. */
export function runFileOf(machineKey: string, runId: string, recorded: RecordedBytes): LateFile {
  // As they are, unread: they were checked when its digest was made, and a file that does not change need not be parsed again.
  const head = Buffer.from(`{"schemaVersion":1,"file":${JSON.stringify(recorded.path)},"run":`);
  return {
    name: dataName.run(machineKey, runId),
    source: `${head.toString('utf8')}${recorded.content}`,
    bytes: (room) => wrapped(head, trimmed(recorded.bytes(room)), room),
  };
}

const closing = Buffer.from('}');

function wrapped(head: Buffer, bytes: Buffer, room: Room): Buffer {
  const whole = room.take(head.length + bytes.length + closing.length);
  head.copy(whole);
  bytes.copy(whole, head.length);
  closing.copy(whole, head.length + bytes.length);
  return whole;
}

// The line end and other blanks of JSON.
function trimmed(bytes: Buffer): Buffer {
  const isBlank = (at: number) => [0x20, 0x09, 0x0a, 0x0d].includes(bytes[at] ?? 0);
  let [from, to] = [0, bytes.length];
  while (from < to && isBlank(from)) from++;
  while (to > from && isBlank(to - 1)) to--;
  return bytes.subarray(from, to);
}

/** What A/A launches know of the ids of one machine. */
export function noiseFile(machineKey: string, known: ReadonlyMap<string, KnownNoise>): DataFile {
  const name = dataName.noise(machineKey);
  const ids = [...known].flatMap(([id, { sigma0, launches }]) =>
    sigma0 === undefined || launches === undefined ? [] : [[id, { sigma: sigma0, launches }] as const],
  );
  const content = { schemaVersion: 1, machineKey, ids: Object.fromEntries(ids) };
  return { name, content: parseSiteNoise(name, content) };
}
