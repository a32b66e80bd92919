// A search in a family's process: one that hangs or dies has cost the candidate that it was at, and the search goes on without it.
import type {
  FamilyEvent,
  Job,
  TuneEvent,
  TuneJob,
  TuneJournal,
  TuneObservation,
} from '@kernel-ladder/schema';
import { CommandFailure, exitCodes } from '../failure.ts';
import type { Io } from '../io.ts';
import { startFamily } from './child.ts';
import { createWatchdog, reasonOf } from './ends.ts';
import { exitCodeOf } from './families.ts';
import type { FamilyPackage } from './families.ts';

/** What is tuned, and who is told. */
export interface TuneSpec {
  readonly job: Omit<Job, 'tune'>;
  readonly wishes: TuneJob;
  /** How long one look may take. */
  readonly timeoutMs: number;
  readonly onEvent: (event: TuneEvent) => void;
}

interface Search {
  readonly journal: { [key: string]: TuneJournal };
  /** The look that is under way. */
  trying: Extract<TuneEvent, { readonly type: 'trying' }> | null;
  /** Subjects that need no process any more. */
  readonly settled: Set<string>;
  /** Whether the process has told of a space. */
  isBegun: boolean;
  isAlone: boolean;
}

/** Tunes until the process comes to its end. Throws with what it said where no candidate can be blamed for its end. */
export async function tuneFamily(io: Io, family: FamilyPackage, spec: TuneSpec): Promise<void> {
  const start = performance.now();
  const search: Search = {
    journal: { ...spec.wishes.journal },
    trying: null,
    settled: new Set(),
    isBegun: false,
    isAlone: false,
  };
  for (;;) {
    const { budgetMs } = spec.wishes;
    const left = budgetMs === undefined ? {} : { budgetMs: budgetMs - (performance.now() - start) };
    const alone = search.isAlone ? ({ alone: true } as const) : {};
    const { journal, settled } = search;
    const wishes = { ...spec.wishes, ...left, ...alone, journal, settled: [...settled] };
    const fault = await attempt(io, family, { ...spec, wishes }, search);
    if (fault === null || io.interrupt.aborted) return;
    if (search.trying !== null) blame(spec, search, search.trying, fault.message);
    else if (search.isBegun && !search.isAlone) compileAlone(spec, search, fault.message);
    else throw fault;
  }
}

// Between two looks a process compiles some candidates beside each other: which of them it was shows when each is compiled in its look.
function compileAlone({ onEvent }: TuneSpec, search: Search, message: string): void {
  search.isAlone = true;
  onEvent({ type: 'note', message: `between two looks ${message}: each candidate is compiled alone` });
}

// How the process failed; null where it came to its end.
async function attempt(
  io: Io,
  family: FamilyPackage,
  spec: TuneSpec,
  search: Search,
): Promise<CommandFailure | null> {
  const said: { isDone: boolean; error: Extract<FamilyEvent, { readonly type: 'error' }> | null } = {
    isDone: false,
    error: null,
  };
  const watchdog = createWatchdog(spec.timeoutMs, () => child.kill());
  search.trying = null;
  search.isBegun = false;
  const onEvent = (event: FamilyEvent) => {
    watchdog.restart();
    if (event.type === 'done') said.isDone = true;
    else if (event.type === 'error') said.error = event;
    else if (isTuneEvent(event)) hear(spec, search, event);
  };
  const job = { ...spec.job, tune: spec.wishes };
  const child = startFamily(io, family.entry, { args: ['tune'], job, onEvent });
  watchdog.restart();
  const end = await child.ended.finally(watchdog.stop);
  // A device that was lost ends the job in good order, and the candidate under way with it.
  if (said.isDone && said.error === null) return null;
  if (said.error) return new CommandFailure(said.error.message, exitCodeOf[said.error.code]);
  const timeoutMs = watchdog.fired() ? spec.timeoutMs : null;
  return new CommandFailure(reasonOf(end, { timeoutMs, fault: null }).message, exitCodes.failed);
}

function hear({ onEvent }: TuneSpec, search: Search, event: TuneEvent): void {
  if (event.type === 'space') {
    search.isBegun = true;
    const { fingerprint } = event.space;
    if (search.journal[event.key]?.fingerprint !== fingerprint)
      search.journal[event.key] = { fingerprint, observations: [] };
  }
  if (event.type === 'trying') search.trying = event;
  if (event.type === 'observed') {
    search.trying = null;
    keep(search, event.key, event.observation);
  }
  if (event.type === 'tuned' || event.type === 'untuned') {
    search.trying = null;
    search.settled.add(event.key);
  }
  onEvent(event);
}

function keep({ journal }: Search, key: string, observation: TuneObservation): void {
  const known = journal[key];
  if (known) journal[key] = { ...known, observations: [...known.observations, observation] };
}

function blame(
  { onEvent }: TuneSpec,
  search: Search,
  { key, name, round }: NonNullable<Search['trying']>,
  message: string,
): void {
  const observation = { name, round, outcome: 'failed', message, compileMs: 0, spentMs: 0 } as const;
  keep(search, key, observation);
  onEvent({ type: 'observed', key, observation });
}

const tuneTypes: ReadonlySet<string> = new Set(['space', 'trying', 'observed', 'tuned', 'untuned', 'note']);

function isTuneEvent(event: FamilyEvent): event is TuneEvent {
  return tuneTypes.has(event.type);
}
