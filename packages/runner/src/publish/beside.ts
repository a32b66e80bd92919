// What the site has of a machine beside its series: its newest runs one by one, their noise, who takes which change, and a feed.
import { relative, sep } from 'node:path';
import {
  acknowledgedAmong,
  acknowledgedFile,
  feedFile,
  newestRuns,
  noiseFile,
  runFileOf,
  runListFile,
  withUse,
} from '@kernel-ladder/publish';
import type { MachineEntries, SeenChanges, SummedMachine } from '@kernel-ladder/publish';
import type { KnownAcknowledgement } from '@kernel-ladder/schema';
import type { KnownNoise } from '@kernel-ladder/stats';
import { packAround, readBytes } from '@kernel-ladder/schema/node';
import type { SiteFile } from './folder.ts';

/** A machine and what was found about it. */
export interface BesideParts {
  readonly machine: SummedMachine;
  /** Its name for people. */
  readonly name: string;
  readonly noise: ReadonlyMap<string, KnownNoise>;
  /** Null of a software adapter. */
  readonly seen: SeenChanges | null;
  /** In the order of their file; null of what does not speak of this machine. */
  readonly acknowledged: readonly (KnownAcknowledgement | null)[];
  readonly siteUrl: string | null;
}

/** The files, and of each acknowledgement whether it mutes anything here. */
export interface Beside {
  readonly files: readonly SiteFile[];
  readonly areOfUse: readonly boolean[];
}

/** The newest runs of a machine, each as it was recorded: known as soon as the runs are. */
export function newestRunFiles(machine: MachineEntries, history: string): readonly SiteFile[] {
  return newestRuns(machine).map(({ file, local, head, content }) =>
    runFileOf(machine.key, head.site.runId, {
      path: local
        ? null
        : relative(history, packAround(file) ?? file)
            .split(sep)
            .join('/'),
      content,
      bytes: (room) => readBytes(file, room),
    }),
  );
}

/** Makes what else there is. */
export function besideFiles(parts: BesideParts): Beside {
  const { machine, name, seen, siteUrl } = parts;
  const known = parts.acknowledged.map((one) => (one === null ? null : (withUse([one], seen)[0] ?? null)));
  const own = known.filter((one) => one !== null);
  const files = [
    runListFile(machine),
    noiseFile(machine.key, parts.noise),
    acknowledgedFile(machine.key, own),
    feedFile(machine, {
      name,
      judgement: seen?.judgement ?? null,
      acknowledged: acknowledgedAmong(own),
      siteUrl,
    }),
  ];
  return { files, areOfUse: known.map((one) => one?.isOfUse ?? false) };
}
