// What the families of a workspace offer: each is asked in its own process.
import { availableParallelism } from 'node:os';
import type {
  AdapterEntry,
  AdapterRequest,
  AdapterSeen,
  FamilyListing,
  FurtherCases,
  Job,
} from '@kernel-ladder/schema';
import { CommandFailure, exitCodes } from '../failure.ts';
import type { Io } from '../io.ts';
import { ask } from './families.ts';
import type { FamilyPackage } from './families.ts';
import { mergeListings } from './listings.ts';
import { sideBySide } from './side-by-side.ts';

/** What the families of a workspace answered. */
export interface Survey {
  readonly listings: readonly FamilyListing[];
  /** Those that answered. */
  readonly families: readonly FamilyPackage[];
  /** A line for each that did not: its name, the place and the message. */
  readonly faults: readonly string[];
  /** The adapter that they saw; null where none of them says. */
  readonly adapter: AdapterEntry | null;
}

/** What every family offers on the wanted adapter. Throws where one of them does not answer. */
export async function listFamilies(
  io: Io,
  families: readonly FamilyPackage[],
  gpu: AdapterRequest,
  cases: FurtherCases = {},
): Promise<readonly FamilyListing[]> {
  const listings: FamilyListing[] = [];
  for (const family of families)
    listings.push(...(await listOne(io, family, { gpu, seed: 1, cases })).listings);
  return listings;
}

interface Listed extends Pick<Survey, 'listings' | 'adapter'> {
  /** What the others of its kind need not look for; a family of an older commit does not say. */
  readonly seen: AdapterSeen | undefined;
}

async function listOne(io: Io, { entry }: FamilyPackage, job: Job): Promise<Listed> {
  const events = (await ask(io, entry, { args: ['list'], job })).filter((event) => event.type === 'family');
  const { adapter, facts } = events.find((event) => event.adapter) ?? {};
  const listings = events.map(({ family }) => family);
  return { listings, adapter: adapter ?? null, seen: adapter && facts ? { adapter, facts } : undefined };
}

/** How many families a survey wants to hear, all unless given, and of which cases besides their own. */
export interface SurveyWishes {
  readonly most?: number;
  readonly cases?: FurtherCases;
  /** Told of the first family that answers, and of its adapter: the device is in nobody's use from then on. */
  readonly onFirst?: (family: FamilyPackage, adapter: AdapterEntry) => void;
}

/**
 * What every family offers on the wanted adapter; one that does not start is told on stderr and left
 * out, and its fault makes the command fail in the end. Throws where no adapter will do, and where no family answers.
 */
export async function surveyFamilies(
  io: Io,
  families: readonly FamilyPackage[],
  gpu: AdapterRequest,
  { most = Infinity, cases = {}, onFirst = () => {} }: SurveyWishes = {},
): Promise<Survey> {
  const heard = new Map<FamilyPackage, Listed>();
  const silent = new Map<FamilyPackage, string>();
  let seen: AdapterSeen | undefined;
  const hear = async (family: FamilyPackage) => {
    if (heard.size >= most) return;
    try {
      const listed = await listOne(io, family, { gpu, seed: 1, cases, ...(seen ? { seen } : {}) });
      heard.set(family, listed);
      if (!seen && listed.seen) onFirst(family, listed.seen.adapter);
      seen ??= listed.seen;
    } catch (error) {
      if (!(error instanceof CommandFailure) || error.exitCode !== exitCodes.failed) throw error;
      silent.set(family, `the family ${family.name} does not start: ${error.message}`);
    }
  };
  // The first that answers has opened the device: many that open it at once take several times as long, and see the same.
  const rest = [...families];
  for (let next = rest.shift(); next; next = heard.size > 0 ? undefined : rest.shift()) await hear(next);
  // Who wants to hear a few wants the first ones: one is asked after the other.
  const width = Number.isFinite(most) ? 1 : mostAtOnce();
  await sideBySide(rest, { width, interrupt: io.interrupt }, hear);
  // In the order of the families, whoever answered first.
  const sound = families.filter((family) => heard.has(family));
  const listed = sound.flatMap((family) => heard.get(family) ?? []);
  const faults = families.flatMap((family) => silent.get(family) ?? []);
  tellFaults(io, sound, faults);
  return {
    listings: mergeListings(listed.flatMap(({ listings }) => listings)),
    families: sound,
    faults,
    adapter: listed.find(({ adapter }) => adapter !== null)?.adapter ?? null,
  };
}

// A process that lists starts on one core; one of an older commit opens the device for a moment.
function mostAtOnce(): number {
  return Math.min(16, availableParallelism());
}

function tellFaults(io: Io, sound: readonly FamilyPackage[], faults: readonly string[]): void {
  if (sound.length === 0 && faults.length > 0)
    throw new CommandFailure(faults.join('\nbench: '), exitCodes.failed);
  for (const fault of faults) io.err(`left out: ${fault}\n`);
}
