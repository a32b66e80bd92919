// What the runner and a family's process say to each other about tuning.
import type { TuningChoice, TuningEntry } from './types.generated.ts';

/** What is tuned of a family, and how far in this process. */
export interface TuneJob {
  /** The rung; all that can be tuned when left out. */
  readonly rung?: string;
  /** Globs over names of cases; those of the headline, or the small ones in software, when left out. */
  readonly cases: readonly string[];
  /** Samples of each candidate in the first round; a few when left out. */
  readonly samples?: number;
  /** Look at every candidate alike. */
  readonly exhaustive?: true;
  /** Search also what the table answers. */
  readonly again?: true;
  /** Tell of the spaces, and look at nothing. */
  readonly dryRun?: true;
  /** Compile candidates one by one: a process that compiled some beside each other came to its end, and nobody can be blamed for it. */
  readonly alone?: true;
  /** Subjects that an earlier process of the same command has done with. */
  readonly settled?: readonly string[];
  /** Ms after which no look begins. */
  readonly budgetMs?: number;
  /** What the machine's table has. */
  readonly entries: readonly TuningEntry[];
  /** By subject, what earlier processes have seen of it. */
  readonly journal: { readonly [subject: string]: TuneJournal };
  /** What goes into the entries, such as the commit. */
  readonly versions: { readonly [name: string]: string };
}

/** What was seen of a subject, in one search. */
export interface TuneJournal {
  /** What the search depends on: of another one nothing can be taken over. */
  readonly fingerprint: string;
  readonly observations: readonly TuneObservation[];
}

/** One look at a candidate. */
export interface TuneObservation {
  readonly name: string;
  readonly round: number;
  readonly outcome: 'timed' | 'wrong' | 'failed';
  readonly ns?: number;
  readonly samples?: number;
  readonly message?: string;
  readonly compileMs: number;
  readonly spentMs: number;
}

/** A space on a device, before anything has been looked at. */
export interface TuneSpace {
  readonly rung: string;
  readonly class: string;
  readonly case: string;
  /** Of the candidates, the seed, the budget and the kernel with the usual choice. */
  readonly fingerprint: string;
  readonly parameters: { readonly [name: string]: readonly (number | string | boolean)[] };
  readonly usual: TuningChoice;
  readonly combinations: number;
  /** The names of the candidates. */
  readonly candidates: readonly string[];
  readonly refused: readonly {
    readonly name: string;
    readonly by: 'constraint' | 'limit' | 'dominated';
    readonly why: string;
  }[];
}

/** What a process tells while it tunes. */
export type TuneEvent =
  /** `key` is the subject: `rung class`. */
  | { readonly type: 'space'; readonly key: string; readonly space: TuneSpace }
  /** Before each look, and before the winner is timed beside the usual choice. */
  | { readonly type: 'trying'; readonly key: string; readonly name: string; readonly round: number }
  | { readonly type: 'observed'; readonly key: string; readonly observation: TuneObservation }
  /** `isKnown`: the table had it, and nothing was searched. */
  | { readonly type: 'tuned'; readonly key: string; readonly entry: TuningEntry; readonly isKnown: boolean }
  /** No choice: out of budget, or no candidate was right. */
  | { readonly type: 'untuned'; readonly key: string; readonly why: 'budget' | 'none-right' }
  /** A sentence for whoever reads along, such as that an entry is stale. */
  | { readonly type: 'note'; readonly message: string };
