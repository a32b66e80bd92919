// The flags of `bench run`, and those of them that a resumed run takes over.
import { CommandFailure } from '../failure.ts';
import { adapterFlags } from '../flags.ts';
import type { Given } from '../flags.ts';
import type { Io } from '../io.ts';
import { waitFlag } from './locks.ts';
import { seedFlag } from './seed.ts';

/** Everything that `bench run` takes. */
export const runFlags = {
  suite: { value: 'NAME|FILE', help: 'smoke, quick (default), full, pick, peers, or a suite file' },
  select: {
    value: 'GLOB',
    multiple: true,
    help: 'only ids that match, !GLOB leaves ids out; further globs may follow',
  },
  peers: {
    help: 'also the rows of packages/peers beside the rungs; a glob that names them needs no flag',
  },
  shard: { value: 'I/N', help: 'only every N-th id, starting with the I-th' },
  ...adapterFlags,
  why: {
    help: 'also take each timed kernel apart: what is left of its time without loads, without arithmetic …',
  },
  effort: { value: 'LEVEL', help: 'quick, normal or strict; the suite’s own unless given' },
  seed: seedFlag,
  out: { value: 'FILE', help: 'the run file; results/<startedAt>-<sha8>.json unless given' },
  history: { value: 'DIR', help: 'the history to judge by (default dashboard/history)' },
  resume: { value: 'FILE', help: 'go on with an interrupted run: only ids without a result' },
  wait: waitFlag,
  budget: {
    value: 'S',
    help: 'stop after so many seconds: what has no result by then is for --resume, what has one counts',
  },
  timeout: { value: 'S', help: 'seconds that one id, or one of its awkward cases, may take (default 120)' },
  trace: {
    help: 'also write what each process was at, and who had the device, for ui.perfetto.dev',
  },
  github: { help: 'write the job summary, annotations and outputs of GitHub Actions' },
  json: { help: 'print the run on stdout' },
  quiet: { help: 'no progress, no tables' },
  'no-progress': { help: 'no progress' },
} as const;

const decisive = [
  'suite',
  'select',
  'peers',
  'shard',
  'adapter',
  'software',
  'hardware',
  'toggles',
  'why',
  'effort',
  'seed',
];

/** The flags that decide what is run, in a form that parses back. */
export function argvOf(given: Given): readonly string[] {
  const words = decisive.flatMap((name) => {
    const value = given.flags[name];
    if (value === undefined) return [];
    return [value].flat().map((text) => (text === true ? `--${name}` : `--${name}=${text}`));
  });
  return [...words, ...given.positionals];
}

/** Throws on flags and globs that decide what is run: a resumed run goes on as it was begun. */
export function refuseBegun(given: Given): void {
  const stray = [
    ...decisive.filter((name) => given.flags[name] !== undefined).map((name) => `--${name}`),
    ...given.positionals,
  ];
  if (stray.length === 0) return;
  const [said, it] = [stray.join(', '), stray.length === 1 ? 'it' : 'them'];
  throw new CommandFailure(
    `--resume and ${said} exclude each other, for the run goes on as it was begun: leave ${it} out, or start a new run`,
  );
}

/** Refuses `--github` outside of GitHub Actions before anything is measured. */
export function refuseMissingGithub(given: Given, io: Io): void {
  const missing = ['GITHUB_STEP_SUMMARY', 'GITHUB_OUTPUT'].filter((name) => !io.env[name]);
  if (given.flags['github'] === true && missing.length > 0) {
    throw new CommandFailure(`--github is for a step of GitHub Actions: ${missing.join(' and ')} is not set`);
  }
}
