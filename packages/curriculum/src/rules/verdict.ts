// What the evaluation of a rule brings: whether it holds, on what evidence, and what it lacks.
import type { MachineRows, Row, Snapshot } from '../snapshot.ts';
import type { EvidenceRow, Missing, Need, QuantityRule } from '../types.generated.ts';

/** The outcome of one rule. */
export interface Verdict {
  readonly met: boolean;
  readonly evidence: readonly EvidenceRow[];
  readonly missing: readonly Missing[];
}

/** What a rule is evaluated over: everything that is known, as seen from one machine. */
export interface Context {
  readonly snapshot: Snapshot;
  /** Null where no machine meets the item's needs. */
  readonly machine: MachineRows | null;
  /** What the item needs: of the adapter that its tests ran on as well, and `ci` of who ran them. */
  readonly needs: readonly Need[];
  readonly isProven: (item: string) => boolean;
}

/** More rows of one rule than these say nothing more. */
export const mostRows = 12;

/** A verdict that lacks something. */
export function unmet(what: string, select?: string): Verdict {
  return lacking(select === undefined ? { what } : { what, select });
}

/** The verdict that lacks one thing, with what brings it. */
export function lacking(missing: Missing): Verdict {
  return { met: false, evidence: [], missing: [missing] };
}

/** The verdict on results one of which failed: whatever the others say, the kernel is wrong. */
export function refuted(failed: readonly Row[]): Verdict {
  const rows = failed.slice(0, mostRows);
  return {
    met: false,
    evidence: rows.map((row) => ({
      ...origin(row),
      metric: 'status',
      value: 'failed',
      threshold: 'passed',
      met: false,
    })),
    missing: rows.map(({ result }) => ({
      what: `${result.id} failed: ${result.reason?.message ?? 'no reason given'}`,
      select: result.id,
    })),
  };
}

/** How many good results a rule asks for wherever they are: those at its places are asked for beside them. */
export function leastOf({ at, count }: Pick<QuantityRule, 'at' | 'count'>): number {
  return count ?? (at ? 0 : 1);
}

/** All verdicts must be met. */
export function joinAll(verdicts: readonly Verdict[]): Verdict {
  return {
    met: verdicts.every((verdict) => verdict.met),
    evidence: verdicts.flatMap((verdict) => verdict.evidence),
    missing: verdicts.flatMap((verdict) => verdict.missing),
  };
}

/** The fields of an evidence row that say where a number comes from. */
export function origin(row: Row): Pick<EvidenceRow, 'id' | 'machine' | 'commit' | 'run'> {
  return {
    id: row.result.id,
    machine: row.machine.key,
    commit: commitText(row),
    run: row.run.id,
  };
}

// A number of a tree with changes does not belong to its commit alone.
function commitText({ run }: Row): string {
  return run.commit.dirty ? `${run.commit.sha}-dirty` : run.commit.sha;
}
