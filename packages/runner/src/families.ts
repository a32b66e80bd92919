// Families are found by their folder and talk through their own process; the runner imports none of them.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AdapterRequest, FamilyEvent, FamilyListing, Job } from '@kernel-ladder/schema';
import { startFamily } from './child.ts';
import { CommandFailure, exitCodes } from './failure.ts';
import type { Given } from './flags.ts';
import { textOf } from './flags.ts';
import type { Io } from './io.ts';

/** A family's package, by the name that follows `kernel-`. */
export interface FamilyPackage {
  readonly name: string;
  readonly entry: string;
}

/** Every `packages/kernel-*` and `packages/peers` that has a `src/bench.ts`. */
export function findFamilies(root: string): readonly FamilyPackage[] {
  const packages = join(root, 'packages');
  const folders = existsSync(packages) ? readdirSync(packages).toSorted() : [];
  return folders
    .filter((folder) => folder.startsWith('kernel-') || folder === 'peers')
    .map((folder) => ({
      name: folder.replace(/^kernel-/, ''),
      entry: join(packages, folder, 'src', 'bench.ts'),
    }))
    .filter(({ entry }) => existsSync(entry));
}

/** The adapter that the flags ask for. */
export function adapterRequest(given: Given): AdapterRequest {
  const kinds = (['software', 'hardware'] as const).filter((kind) => given.flags[kind] === true);
  if (kinds.length > 1) throw new CommandFailure('--software and --hardware exclude each other');
  const adapter = textOf(given, 'adapter');
  const toggles = textOf(given, 'toggles')
    ?.split(',')
    .filter((toggle) => toggle !== '');
  return { kind: kinds[0] ?? 'auto', ...(adapter ? { adapter } : {}), ...(toggles ? { toggles } : {}) };
}

const exitCodeOf = {
  'no-adapter': exitCodes.noAdapter,
  usage: exitCodes.usage,
  crashed: exitCodes.failed,
  'device-lost': exitCodes.failed,
} as const;

// Profiling a GPU takes seconds; a driver that hangs takes for ever.
const answerMs = 120_000;

/** Asks one family a verb and returns its events; throws with the exit code that its answer means. */
export async function ask(
  io: Io,
  entry: string,
  question: { readonly args: readonly string[]; readonly job: Job },
): Promise<FamilyEvent[]> {
  const events: FamilyEvent[] = [];
  const child = startFamily(io, entry, { ...question, onEvent: (event) => events.push(event) });
  let isLate = false;
  const watchdog = setTimeout(() => {
    isLate = true;
    child.kill();
  }, answerMs);
  const end = await child.ended;
  clearTimeout(watchdog);
  if (io.interrupt.aborted) throw new CommandFailure('interrupted', exitCodes.interrupted);
  if (isLate) {
    const verb = question.args[0] ?? '';
    throw new CommandFailure(`${entry}: no answer to ${verb} within ${answerMs / 1000} s`, exitCodes.failed);
  }
  const error = events.find((event) => event.type === 'error');
  if (error) throw new CommandFailure(error.message, exitCodeOf[error.code]);
  if (end.fault) throw new CommandFailure(end.fault, exitCodes.failed);
  if (end.code !== 0) {
    throw new CommandFailure(
      `${entry} ended with ${end.signal ?? `code ${end.code}`}:\n${end.stderr}`,
      exitCodes.failed,
    );
  }
  return events;
}

/** What every family offers on the wanted adapter. */
export async function listFamilies(
  io: Io,
  families: readonly FamilyPackage[],
  gpu: AdapterRequest,
): Promise<readonly FamilyListing[]> {
  const listings: FamilyListing[] = [];
  for (const { entry } of families) {
    const events = await ask(io, entry, { args: ['list'], job: { gpu, seed: 1 } });
    listings.push(...events.flatMap((event) => (event.type === 'family' ? [event.family] : [])));
  }
  return listings;
}
