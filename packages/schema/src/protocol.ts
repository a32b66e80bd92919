// What the runner and a family's process say to each other: one JSON job on stdin, one JSON event a line on fd 3.
import { InvalidDocument } from './invalid.ts';
import { parseKernel, parseMachine, parseResult, readJson } from './parse.ts';
import { parseTuningTable } from './parse-tuning.ts';
import { parseTraining } from './parse-training.ts';
import type { TrainEvent, TrainJob } from './protocol-train.ts';
import type { TuneEvent, TuneJob } from './protocol-tune.ts';
import type {
  Check,
  Coverage,
  Dtype,
  Effort,
  FamilyLadder,
  KernelText,
  Killing,
  Machine,
  Mutant,
  MutantSet,
  Params,
  Peer,
  Result,
  Ruler,
  SizeClass,
  Tuned,
  TuningChoice,
  VariantKind,
  Work,
} from './types.generated.ts';

/** The adapter that a job wants. */
export interface AdapterRequest {
  readonly kind: 'auto' | 'hardware' | 'software';
  readonly adapter?: string;
  readonly toggles?: readonly string[];
}

/** The job of the verbs `profile`, `list`, `show`, `cover` and `run`; each reads what it needs. */
export interface Job {
  readonly gpu: AdapterRequest;
  readonly seed: number;
  /** run: the ids in order. cover: one for each rung. show: the ids, where its argument names none. */
  readonly ids?: readonly string[];
  /** list: by family, the names of cases to list besides its own. */
  readonly cases?: FurtherCases;
  /** list: what another process has seen of the adapter; none is opened then. */
  readonly seen?: AdapterSeen;
  readonly effort?: Effort;
  readonly edgeCases?: boolean;
  /** run: false checks the ids and times nothing. */
  readonly timing?: boolean;
  /** run: the profile that rates are related to. */
  readonly machine?: Machine;
  /** run: the multiply-add ruler at full clock, in ns. */
  readonly canaryNs?: number;
  /** run: time the family's own cache state alone, without the other one and the host's share. */
  readonly headlineOnly?: boolean;
  /** run: also time what is left of each kernel when something is taken from it. */
  readonly why?: boolean;
  /** run: by `family/variant`, the awkward cases that an earlier process of the same run has checked. */
  readonly covered?: { readonly [rung: string]: CoveredRung };
  /** run, cover: how many processes work side by side and share the processors; 1 when left out. */
  readonly beside?: number;
  /** cover: which of so many shares of the awkward cases are checked; all when left out. */
  readonly share?: { readonly index: number; readonly of: number };
  /** run: by id, what earlier launches computed and had checked. */
  readonly known?: { readonly [id: string]: KnownOutputs };
  /** run: false begins with nothing of the ids to come before their turn. */
  readonly ahead?: boolean;
  /** run: whether other processes are at work on the device: this one then asks before it is. */
  readonly sharesDevice?: boolean;
  /** run: run the rulers behind the last id, while the device is open. */
  readonly rulersAfter?: boolean;
  /** profile: run the rulers alone. */
  readonly rulersOnly?: boolean;
  /** mutants: the rung that is mutated. */
  readonly mutants?: MutantsJob;
  /** tune: what is searched, and how far. */
  readonly tune?: TuneJob;
  /** train: what is trained, and how far. */
  readonly train?: TrainJob;
}

/**
 * What a process has to do on a device that others use too: something beside them (`shared`), the same but not begun where somebody who waits to time waits
 * for nothing that is shared (`yielding`), something that is timed (`alone`), or nothing.
 */
export type DeviceUse = 'shared' | 'yielding' | 'alone' | 'none';

/** Which mutants of a rung are tried on which cases; the sample is drawn by the job's seed. */
export interface MutantsJob {
  readonly rung: string;
  /** Most mutants of the rung. */
  readonly most: number;
  readonly set: MutantSet;
  /** Cases that a mutant is killed by before it is left alone; 1 when left out. */
  readonly kills?: number;
  /** Try the family's own faults beside the mutants. */
  readonly faults?: boolean;
  /** What an earlier process has found before it died: places of mutants not to try again, and the case to go on from. */
  readonly killed?: readonly number[];
  readonly from?: number;
  /** Places of cases that the sound rung did not come back from. */
  readonly leftOut?: readonly number[];
}

/** What the awkward cases of a rung came to. */
export interface CoveredRung {
  readonly coverage: readonly Coverage[];
  /** The first failure in words. */
  readonly failure: string | null;
  /** Whether that is memory that was not to be had. */
  readonly isOutOfMemory?: boolean;
}

/** Names of cases by family. */
export type FurtherCases = { readonly [family: string]: readonly string[] };

/** Outputs that were found right: a launch that computes the same from the same inputs needs no second comparison. */
export interface KnownOutputs {
  readonly check: Check;
  /** Checksums of the inputs, then of the outputs, guard bands included. */
  readonly sums: readonly number[];
  /** The same of the other inputs that the launch was tried on. */
  readonly otherSums?: readonly number[];
  /** The same of the inputs that are filled in another way. */
  readonly refilledSums?: readonly number[];
}

/** One adapter of the machine. */
export interface AdapterEntry {
  readonly backend: string;
  readonly name: string;
  readonly software: boolean;
}

/** An adapter as one process has seen it, for others that need not look: what a plan may decide by, as plain data. */
export interface AdapterSeen {
  readonly adapter: AdapterEntry;
  readonly facts: {
    readonly name: string;
    readonly features: readonly string[];
    readonly limits: { readonly [name: string]: number };
    readonly subgroupMinSize: number;
    readonly subgroupMaxSize: number;
    readonly subgroupMatrixConfigs: readonly {
      readonly componentType: string;
      readonly resultComponentType: string;
      readonly M: number;
      readonly N: number;
      readonly K: number;
    }[];
    readonly software: boolean;
  };
}

/** One id as a family lists it. */
export interface ListedId {
  readonly id: string;
  readonly family: string;
  readonly variant: string;
  readonly case: string;
  readonly params: Params;
  readonly dtype: Dtype;
  /** How it is run; by passes of WGSL when left out. */
  readonly kind?: VariantKind;
  readonly peer?: Peer;
  readonly work: Work;
  /** Whether the case was asked for by its parameters: the family lists no such. */
  readonly unlisted?: true;
  readonly sizes: readonly SizeClass[];
  readonly status: 'runnable' | 'skipped';
  readonly reason?: string;
}

/** What a family says about itself: the ladder that runs carry, and every id on the adapter that was asked for. */
export interface FamilyListing extends FamilyLadder {
  readonly ids: readonly ListedId[];
}

/** One shader of an id, as it runs. */
export interface ShownPass {
  readonly file: string;
  readonly text: string;
  readonly bindings: readonly string[];
  readonly workgroups: readonly number[];
  readonly workgroupSize: number;
  readonly sharedBytes: number;
}

/** Everything that `show` prints about an id. */
export interface ShownId {
  readonly id: string;
  readonly summary: string;
  readonly boundBy?: string;
  readonly params: Params;
  readonly work: { readonly flops: number; readonly minBytes: number; readonly implBytes: number };
  readonly tolerance: string;
  /** Who runs it, where it runs itself and there are no passes to show. */
  readonly peer?: Peer;
  /** The parameters that it runs with, where a rung has a choice, and the entry of the tuning table that they are of, unless they are the usual ones. */
  readonly chosen?: { readonly choice: TuningChoice; readonly tuned?: Tuned };
  readonly passes: readonly ShownPass[];
  readonly skip?: string;
}

/** One line from a family's process. */
export type FamilyEvent =
  | {
      readonly type: 'adapters';
      readonly adapters: readonly AdapterEntry[];
      readonly duplicates: readonly string[];
      /** Where the cards are plugged in that fit the name of the adapter in use; a process of an older commit does not say. */
      readonly cards?: readonly string[];
    }
  | { readonly type: 'machine'; readonly machine: Machine }
  | { readonly type: 'ruler'; readonly ruler: Omit<Ruler, 'at'> }
  /** With the adapter on which its ids were looked at; a family's process of an older commit does not say, or not all of it. */
  | ({ readonly type: 'family'; readonly family: FamilyListing } & Partial<AdapterSeen>)
  | { readonly type: 'shown'; readonly shown: ShownId }
  | { readonly type: 'start'; readonly id: string }
  | { readonly type: 'progress'; readonly id: string; readonly phase: Phase; readonly share: number }
  /** `known` comes with a result that passed its check, `kernel` with the first result of a process that has its hash. */
  | {
      readonly type: 'result';
      readonly result: Result;
      readonly spent?: Spent;
      readonly known?: KnownOutputs;
      readonly kernel?: KernelText;
    }
  /** run: the process has its job and waits; nothing that it does takes the device any time. */
  | { readonly type: 'ready' }
  /** run: the device is open and has nothing to do until the process has its turn. */
  | { readonly type: 'device-open' }
  /** run, cover, on a device that is shared: a use that the process asks for, and waits for unless it is none; it gives up the one before. */
  | { readonly type: 'device'; readonly use: DeviceUse }
  /** run: what the device has yet to do for the last id is not timed. */
  | { readonly type: 'timed' }
  /** Behind the last id, whose judges may still be at work: what comes of this process takes the device no time. */
  | { readonly type: 'device-free' }
  /** The awkward cases of the rung that an id names. */
  | { readonly type: 'covered'; readonly id: string; readonly covered: CoveredRung; readonly spent: Spent }
  | {
      readonly type: 'mutants';
      readonly machine: string;
      readonly software: boolean;
      readonly mutants: readonly Mutant[];
      /** Mutants that were drawn and do not compile. */
      readonly stillborn: number;
      /** Of the rung, then of those that may run the same kernels. */
      readonly cases: readonly { readonly rung: string; readonly set: string; readonly case: string }[];
    }
  /** Before each trial, by places in the lists of `mutants`; null is the sound rung. */
  | { readonly type: 'trial'; readonly mutant: number | null; readonly case: number }
  | { readonly type: 'killed'; readonly mutant: number; readonly killing: Killing }
  | TuneEvent
  | TrainEvent
  | {
      readonly type: 'error';
      readonly code: 'no-adapter' | 'usage' | 'device-lost' | 'crashed';
      readonly message: string;
    }
  /** `leakedBuffers` counts buffers that were still alive when the work was done. */
  | { readonly type: 'done'; readonly leakedBuffers: number };

/** What an id has taken of the device and of its judges, in ms by the host's clock. */
export interface Spent {
  /** From a submission of passes until they were done. */
  readonly deviceMs: number;
  /** In which the process waited for references and comparisons. */
  readonly judgingMs: number;
}

/** What an id is busy with. */
export type Phase = 'edge cases' | 'inputs' | 'check' | 'clock' | 'warm-up' | 'sample' | 'proof' | 'host';

const eventTypes = new Set([
  'adapters',
  'machine',
  'ruler',
  'family',
  'shown',
  'start',
  'progress',
  'result',
  'ready',
  'device-open',
  'device',
  'timed',
  'device-free',
  'covered',
  'mutants',
  'trial',
  'killed',
  'space',
  'trying',
  'observed',
  'tuned',
  'untuned',
  'note',
  'planned',
  'steps',
  'saved',
  'exported',
  'trained',
  'error',
  'done',
]);

/** Parses one event line; results and machines are held to their schemas. Throws InvalidDocument. */
export function parseEvent(origin: string, line: string): FamilyEvent {
  const value = readJson(origin, line);
  if (
    typeof value !== 'object' ||
    value === null ||
    !('type' in value) ||
    !eventTypes.has(String(value.type))
  ) {
    throw new InvalidDocument(`${origin}: /type: not an event of a family process: ${line.slice(0, 80)}`);
  }
  // The process runs this workspace's own harness: beyond the kinds that are stored, its word is taken.
  const event = value as FamilyEvent;
  checkStored(origin, event);
  return event;
}

function checkStored(origin: string, event: FamilyEvent): void {
  if (event.type === 'result') parseResult(origin, event.result);
  if (event.type === 'result' && event.kernel) parseKernel(origin, event.kernel);
  if (event.type === 'machine') parseMachine(origin, event.machine);
  if (event.type === 'trained') parseTraining(origin, event.training);
  if (event.type === 'tuned')
    parseTuningTable(origin, { schemaVersion: 1, machine: '-', family: '-', entries: [event.entry] });
}
