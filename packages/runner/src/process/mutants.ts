// The mutants of rungs on trial: a process a rung, several side by side; one that hangs or dies has killed its mutant.
import type { FamilyEvent, Job, Killing, Mutant, MutantsJob } from '@kernel-ladder/schema';
import type { Io } from '../io.ts';
import { lastWords, startFamily } from './child.ts';
import type { FamilyPackage } from './families.ts';
import { createWatchdog } from './ends.ts';
import { sideBySide } from './side-by-side.ts';

/** What a rung's mutants met. */
export interface RungTrials {
  readonly family: string;
  readonly rung: string;
  readonly machine: string;
  readonly software: boolean;
  readonly mutants: readonly Mutant[];
  readonly stillborn: number;
  readonly cases: Told['cases'];
  /** By place of the mutant, the cases that killed it. */
  readonly killings: ReadonlyMap<number, readonly Killing[]>;
  readonly seconds: number;
}

/** A rung to mutate. */
export interface RungToTry {
  readonly family: FamilyPackage;
  readonly rung: string;
}

/** What all rungs share. */
export interface TrialSpec {
  readonly job: Omit<Job, 'mutants'>;
  readonly mutants: Omit<MutantsJob, 'rung'>;
  /** Seconds that one trial may take. */
  readonly timeoutMs: number;
  /** Processes side by side. */
  readonly jobs: number;
  readonly onRung: (trials: RungTrials) => void;
  /** Told of a rung whose process dies before its first trial. */
  readonly onFault: (message: string) => void;
}

/** Tries the mutants of every rung, several rungs at a time. */
export async function tryRungs(io: Io, rungs: readonly RungToTry[], spec: TrialSpec): Promise<void> {
  await sideBySide(rungs, { width: spec.jobs, interrupt: io.interrupt }, async (next) => {
    const trials = await tryRung(io, next, spec);
    if (typeof trials === 'string') spec.onFault(`${next.family.name}/${next.rung}: ${trials}`);
    else if (trials) spec.onRung(trials);
  });
}

type Told = Extract<FamilyEvent, { readonly type: 'mutants' }>;
type Trial = Extract<FamilyEvent, { readonly type: 'trial' }>;

/** What the processes of a rung have told so far. */
interface Record {
  told: Told | null;
  trial: Trial | null;
  readonly killings: Map<number, Killing[]>;
  /** Mutants that took their process down. */
  readonly deadly: Set<number>;
  readonly leftOut: Set<number>;
}

// The trials; null after an interrupt, and what the process said where it never came to a trial.
async function tryRung(io: Io, rung: RungToTry, spec: TrialSpec): Promise<RungTrials | string | null> {
  const start = performance.now();
  const record: Record = {
    told: null,
    trial: null,
    killings: new Map(),
    deadly: new Set(),
    leftOut: new Set(),
  };
  for (let fault: string | null = ''; fault !== null;) {
    const trialBefore = record.trial;
    fault = await attempt(io, rung, { spec, record });
    if (io.interrupt.aborted) return null;
    if (fault !== null && record.trial === trialBefore) return fault;
  }
  const { told, killings } = record;
  if (!told) return 'its process told of no mutants';
  const { machine, software, mutants, stillborn, cases } = told;
  const seconds = (performance.now() - start) / 1000;
  const { family, rung: name } = rung;
  return { family: family.name, rung: name, machine, software, mutants, stillborn, cases, killings, seconds };
}

interface Course {
  readonly spec: TrialSpec;
  readonly record: Record;
}

// How the process died; null where it came to its end.
async function attempt(
  io: Io,
  { family, rung }: RungToTry,
  { spec, record }: Course,
): Promise<string | null> {
  let fault: string | null = null;
  let isDone = false;
  const before = record.trial;
  const watchdog = createWatchdog(spec.timeoutMs, () => child.kill());
  const onEvent = (event: FamilyEvent) => {
    watchdog.restart();
    if (event.type === 'mutants') record.told = event;
    if (event.type === 'trial') record.trial = event;
    if (event.type === 'killed') addKilling(record, event.mutant, event.killing);
    if (event.type === 'error') fault = event.message;
    if (event.type === 'done') isDone = true;
  };
  const job = { ...spec.job, mutants: { ...spec.mutants, rung, ...progressOf(record, spec) } };
  const child = startFamily(io, family.entry, { args: ['mutants'], job, onEvent });
  watchdog.restart();
  const end = await child.ended;
  watchdog.stop();
  if (isDone || io.interrupt.aborted) return null;
  if (record.trial && record.trial !== before)
    blame(record, record.trial, watchdog.fired() ? 'timeout' : 'crashed');
  return fault ?? end.fault ?? (lastWords(end.stderr) || `ended with ${end.signal ?? `code ${end.code}`}`);
}

function addKilling({ killings }: Record, mutant: number, killing: Killing): void {
  const known = killings.get(mutant) ?? [];
  // A process that goes on with a case tries some of its mutants again.
  if (!known.some(({ rung, case: by }) => rung === killing.rung && by === killing.case))
    killings.set(mutant, [...known, killing]);
}

function progressOf({ killings, deadly, leftOut, trial }: Record, { mutants: { kills = 1 } }: TrialSpec) {
  const dead = [...killings].flatMap(([mutant, by]) => (by.length >= kills ? [mutant] : []));
  return { killed: [...new Set([...dead, ...deadly])], from: trial?.case ?? 0, leftOut: [...leftOut] };
}

// The sound rung must come back from every case; one on which it does not says nothing of its mutants.
function blame(record: Record, { mutant, case: place }: Trial, how: 'timeout' | 'crashed'): void {
  if (mutant === null) {
    record.leftOut.add(place);
    return;
  }
  record.deadly.add(mutant);
  const tried = record.told?.cases[place];
  if (tried) addKilling(record, mutant, { ...tried, how });
}
