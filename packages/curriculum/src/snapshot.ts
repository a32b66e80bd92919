// What is known at one commit: of every id its newest result on each machine, and what the newest run of the tests said.
import { breaksOnPurpose } from '@kernel-ladder/schema';
import type { Machine, Result, Run, RunInfo } from '@kernel-ladder/schema';
import type { Artefact } from './artefact.ts';
import type { Capable } from './needs.ts';
import type { PackageCoverage, TestEvidence, TestOutcome } from './types.generated.ts';

/** A result with the run and the machine that it belongs to. */
export interface Row {
  readonly result: Result;
  readonly run: RunInfo;
  readonly machine: Machine;
}

/** All results of one machine. */
export interface MachineRows {
  /** The machine as its newest run saw it. */
  readonly machine: Machine;
  /** Of every id the newest result. */
  readonly current: readonly Row[];
  /** The same by family. */
  readonly byFamily: ReadonlyMap<string, readonly Row[]>;
  /** Of every id all results, newest first. */
  readonly past: ReadonlyMap<string, readonly Row[]>;
}

/** What one run of all tests said. A file that it does not have is gone, or did not even start. */
export interface Tested {
  readonly commit: string;
  /** What the tests ran on. */
  readonly adapter: Capable;
  readonly files: ReadonlyMap<string, readonly TestOutcome[]>;
  readonly lineCoverage: readonly PackageCoverage[] | null;
}

/** Everything that rules are evaluated over. */
export interface Snapshot {
  readonly machines: readonly MachineRows[];
  /** The newest run of all tests, wherever it was. */
  readonly tested: Tested | null;
  /** The newest run on a GPU, of the tests that are asked for there. */
  readonly testedOnHardware: Tested | null;
  /** The newest one by CI. */
  readonly testedByCi: Tested | null;
  readonly artefacts: ReadonlyMap<string, Artefact>;
}

/** Evidence in time order: runs as their commits follow each other. */
export interface Evidence {
  readonly runs: readonly Run[];
  readonly tests: readonly TestEvidence[];
  readonly artefacts: readonly Artefact[];
  /** The commits to look at, where the runs are only those that these need; else those of the runs. */
  readonly looks?: ReadonlySet<string>;
}

/** Evidence without any. */
export const noEvidence: Evidence = { runs: [], tests: [], artefacts: [] };

/** Joins evidence to what is known at its end. */
export function takeSnapshot({ runs, tests, artefacts }: Evidence): Snapshot {
  return {
    machines: machineRows(runs),
    tested: toTested(tests.findLast((one) => !isOnHardware(one))),
    testedOnHardware: toTested(tests.findLast(isOnHardware)),
    testedByCi: toTested(tests.findLast(({ environment }) => environment === 'ci')),
    artefacts: new Map(artefacts.map((artefact) => [artefact.path, artefact])),
  };
}

// All tests together run on the software adapter that every machine has.
function isOnHardware({ adapter }: TestEvidence): boolean {
  return adapter !== undefined && !adapter.software;
}

// Evidence that does not say what its tests ran on shows nothing of hardware.
const unrecorded: Capable = {
  software: true,
  features: [],
  adapter: { name: 'an adapter that is not recorded', vendor: '' },
};

function toTested(evidence: TestEvidence | undefined): Tested | null {
  if (!evidence) return null;
  const { commit, tests, lineCoverage, adapter } = evidence;
  return {
    commit,
    adapter: adapter ? { ...adapter, adapter } : unrecorded,
    files: Map.groupBy(tests, ({ file }) => file),
    lineCoverage: lineCoverage ?? null,
  };
}

/**
 * Whose time counts for an id of which this is the newest result: the newest one that may be compared goes before newer ones that may
 * not, as those of an interrupted run, and before checks, which take no time. What did not pass ends the search: it stands before all
 * that is older.
 */
export function timedRow(newest: Row, { past }: Pick<MachineRows, 'past'>): Row {
  for (const row of past.get(newest.result.id) ?? []) {
    const { status, timing, comparable } = row.result;
    if (status !== 'passed') break;
    if (timing && comparable) return row;
  }
  return newest;
}

function machineRows(runs: readonly Run[]): readonly MachineRows[] {
  const groups = [...Map.groupBy(runs, (run) => run.machine.key).values()];
  return groups.flatMap((own) => {
    const machine = own.at(-1)?.machine;
    if (!machine) return [];
    const past = new Map<string, Row[]>();
    const breaking = breakingVariants(own);
    for (const run of own.toReversed()) {
      for (const row of rowsOf(run, breaking)) {
        const rows = past.get(row.result.id);
        if (rows) rows.push(row);
        else past.set(row.result.id, [row]);
      }
    }
    const current = [...past.values()].flatMap((rows) => rows.slice(0, 1));
    const byFamily = Map.groupBy(current, ({ result }) => result.family);
    return [{ machine, past, current, byFamily }];
  });
}

// A run without edge cases may not say of a variant that it breaks on purpose; others of its machine do.
function breakingVariants(runs: readonly Run[]): ReadonlySet<string> {
  const all = runs.flatMap(({ results }) => results.filter(breaksOnPurpose));
  return new Set(all.map(variantKey));
}

const variantKey = ({ family, variant }: Result) => `${family}/${variant}`;

// An id that a run has twice counts by its worse result.
function rowsOf({ results, run, machine }: Run, breaking: ReadonlySet<string>): Iterable<Row> {
  const rows = new Map<string, Row>();
  for (const recorded of results) {
    const result = breaking.has(variantKey(recorded)) ? { ...recorded, breaks: true as const } : recorded;
    const earlier = rows.get(result.id);
    if (!earlier || result.status === 'failed') rows.set(result.id, { result, run, machine });
  }
  return rows.values();
}
