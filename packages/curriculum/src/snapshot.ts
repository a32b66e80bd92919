// What is known at one commit: of every id its newest result on each machine, of every test file its newest outcome.
import type { Machine, Result, Run, RunInfo } from '@kernel-ladder/schema';
import type { Artefact } from './artefact.ts';
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

/** The outcome of a test file in the newest run of tests that had it. */
export interface FileTests {
  readonly tests: readonly TestOutcome[];
  readonly commit: string;
  readonly isCi: boolean;
}

/** Line coverage of all packages in one run of tests. */
export interface LineCoverage {
  readonly packages: readonly PackageCoverage[];
  readonly commit: string;
  readonly isCi: boolean;
}

/** Everything that rules are evaluated over. */
export interface Snapshot {
  readonly machines: readonly MachineRows[];
  readonly tests: ReadonlyMap<string, FileTests>;
  readonly lineCoverage: LineCoverage | null;
  readonly artefacts: ReadonlyMap<string, Artefact>;
}

/** Evidence in time order: runs as their commits follow each other. */
export interface Evidence {
  readonly runs: readonly Run[];
  readonly tests: readonly TestEvidence[];
  readonly artefacts: readonly Artefact[];
}

/** Evidence without any. */
export const noEvidence: Evidence = { runs: [], tests: [], artefacts: [] };

/** Joins evidence to what is known at its end. */
export function takeSnapshot({ runs, tests, artefacts }: Evidence): Snapshot {
  const files = new Map<string, FileTests>();
  let lineCoverage: LineCoverage | null = null;
  for (const evidence of tests) {
    const { commit } = evidence;
    const isCi = evidence.environment === 'ci';
    for (const [file, outcomes] of Map.groupBy(evidence.tests, (test) => test.file))
      files.set(file, { tests: outcomes, commit, isCi });
    if (evidence.lineCoverage) lineCoverage = { packages: evidence.lineCoverage, commit, isCi };
  }
  return {
    machines: machineRows(runs),
    tests: files,
    lineCoverage,
    artefacts: new Map(artefacts.map((artefact) => [artefact.path, artefact])),
  };
}

function machineRows(runs: readonly Run[]): readonly MachineRows[] {
  const groups = [...Map.groupBy(runs, (run) => run.machine.key).values()];
  return groups.flatMap((own) => {
    const machine = own.at(-1)?.machine;
    if (!machine) return [];
    const past = new Map<string, Row[]>();
    for (const run of own.toReversed()) {
      for (const row of rowsOf(run)) {
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

// An id that a run has twice counts by its worse result.
function rowsOf({ results, run, machine }: Run): Iterable<Row> {
  const rows = new Map<string, Row>();
  for (const result of results) {
    const earlier = rows.get(result.id);
    if (!earlier || result.status === 'failed') rows.set(result.id, { result, run, machine });
  }
  return rows.values();
}
