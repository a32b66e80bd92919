// What vitest's JSON reporter writes, as evidence for a commit.
import type { Machine, SpeedSeries } from '@kernel-ladder/schema';
import type { Curriculum } from './curriculum.ts';
import { lacks } from './needs.ts';
import type { Capable } from './needs.ts';
import { flatten } from './rules/subjects.ts';
import type { Rule, TestEvidence, TestOutcome } from './types.generated.ts';

/** The part of vitest's JSON report (`--reporter=json`) that evidence is made of. */
export interface VitestReport {
  readonly testResults: readonly {
    /** Absolute path of the test file. */
    readonly name: string;
    /** `failed` also where a file did not even load, without a test of its own. */
    readonly status?: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** What the tests of one commit said, package by package. */
export interface TestRun {
  readonly commit: string;
  readonly date: string;
  readonly environment: TestEvidence['environment'];
  /** What the tests ran on, and the adapter that they open; null where no adapter could be asked. */
  readonly machine: Pick<Machine, 'os' | 'node' | 'adapter' | 'software' | 'features'> | null;
  /** Root of the repository, without a slash at its end; files are named from here. */
  readonly root: string;
  readonly reports: readonly VitestReport[];
  /** How long all of them took together. */
  readonly spent?: TestEvidence['spent'];
  /** Which share of its lines the tests of a package reach, in per cent. */
  readonly lineCoverage?: NonNullable<TestEvidence['lineCoverage']>;
}

/** Evidence that says how long all tests took. */
export type TimedTests = TestEvidence & { readonly spent: NonNullable<TestEvidence['spent']> };

/** How long all tests took, wherever as many processors ran them, and what was judged of it: of the whole, and of one test. */
export interface TestsSpeed {
  readonly environment: TestEvidence['environment'];
  readonly processors: number;
  /** In commit order. */
  readonly tests: readonly TimedTests[];
  readonly series: readonly SpeedSeries[];
}

/** Test files that items want run on what no software adapter offers, in order. */
export function hardwareTestFiles({ items }: Curriculum): readonly string[] {
  const files = [...items.values()].flatMap(({ rule, needs = [] }) =>
    rule && lacks(needs, softwareAdapter).length > 0 ? flatten(rule).flatMap(adapterFile) : [],
  );
  return [...new Set(files)].toSorted();
}

function adapterFile(rule: Rule): readonly string[] {
  return rule.rule === 'tests' && rule.on !== 'host' ? [rule.file] : [];
}

// As SwiftShader is.
const softwareAdapter: Capable = {
  software: true,
  features: ['subgroups', 'timestamp-query'],
  adapter: { name: 'software', vendor: '' },
};

/** Turns the reports of a test run into its evidence. */
export function toTestEvidence({ root, reports, lineCoverage, machine, ...about }: TestRun): TestEvidence {
  return {
    schemaVersion: 1,
    commit: about.commit,
    date: about.date,
    environment: about.environment,
    ...(machine ? placeOf(machine) : {}),
    ...(about.spent ? { spent: about.spent } : {}),
    tests: reports.flatMap(({ testResults }) => testResults.flatMap((file) => outcomesOf(root, file))),
    ...(lineCoverage ? { lineCoverage } : {}),
  };
}

function placeOf(machine: NonNullable<TestRun['machine']>): Pick<TestEvidence, 'machine' | 'adapter'> {
  const { os, node, adapter, software, features } = machine;
  return {
    machine: { os, node },
    adapter: { name: adapter.name, vendor: adapter.vendor, software, features },
  };
}

function outcomesOf(root: string, file: VitestReport['testResults'][number]): readonly TestOutcome[] {
  const path = file.name.startsWith(`${root}/`) ? file.name.slice(root.length + 1) : file.name;
  const outcomes = file.assertionResults.map(({ fullName, status }): TestOutcome => ({
    file: path,
    name: fullName.trim(),
    status: statusOf(status),
  }));
  const isBroken = file.status === 'failed' && outcomes.every(({ status }) => status !== 'failed');
  return isBroken ? [...outcomes, { file: path, name: 'the file itself', status: 'failed' }] : outcomes;
}

function statusOf(status: string): TestOutcome['status'] {
  return status === 'passed' || status === 'failed' ? status : 'skipped';
}
