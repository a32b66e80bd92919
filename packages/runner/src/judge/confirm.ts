// What the history suspects and what turns on one machine confirm become one answer. Without turns no change is called.
import { withFiniteMean } from '@kernel-ladder/publish/compare';
import type { Confirmed, ConfirmedId, Run } from '@kernel-ladder/schema';
import type { ComparedId, RunComparison } from '@kernel-ladder/publish/compare';
import type { Offered } from './offered.ts';
import type { AgainstRecorded } from './recorded.ts';

/** What turns said. */
export interface Turns {
  readonly comparison: RunComparison & { readonly unmeasured: readonly { readonly id: string }[] };
  readonly session: { readonly stable: boolean; readonly reasons: readonly string[] };
}

/**
 * The ids of a run that want turns, the gravest first: what fails, what the gate suspects, what differs from its record; then kernels
 * whose text is another, and what differs by `minimumEffect` or more, though the record is too noisy to say so. Where nothing of the
 * machine is recorded, all of our kernels.
 */
export function idsToConfirm(
  run: Run,
  { sha, comparison: { compared }, suspects }: AgainstRecorded,
  minimumEffect: number,
): readonly string[] {
  const own = run.results.filter(({ kind, status }) => kind === 'gpu' && status !== 'skipped');
  const failing = own.filter(({ status }) => status === 'failed').map(({ id }) => id);
  const other = compared.filter(({ sameKernelHash }) => sameKernelHash === false);
  const open = compared
    .filter(({ verdict, effect }) => verdict === 'UNDECIDED' && Math.abs(effect) >= minimumEffect)
    .toSorted((a, b) => Math.abs(b.effect) - Math.abs(a.effect));
  const rows = [...compared.filter(isChange), ...other, ...open].map(({ id }) => id);
  const unknown = sha === null ? own.map(({ id }) => id) : [];
  return [...new Set([...failing, ...suspects, ...rows, ...unknown])];
}

function isChange({ verdict }: ComparedId): boolean {
  return verdict === 'REGRESSED' || verdict === 'IMPROVED';
}

const noTurns: Turns = {
  comparison: {
    compared: [],
    geomean: null,
    added: [],
    gone: [],
    newlyFailing: [],
    stillFailing: [],
    fixed: [],
    peers: [],
    unmeasured: [],
  },
  session: { stable: true, reasons: [] },
};

/** What the base has of the run's suite, and what was asked of turns, and what they said; null where they had nothing to measure. */
export interface Asked {
  readonly base: string;
  readonly offered: Offered;
  readonly asked: readonly string[];
  readonly turns: Turns | null;
}

/** Joins both. */
export function confirmedOf(
  run: Run,
  recorded: AgainstRecorded,
  { base, offered, asked, turns }: Asked,
): Confirmed {
  const { comparison, session } = turns ?? noTurns;
  const inTurns = new Set(comparison.compared.map(({ id }) => id));
  const others = recorded.comparison.compared.filter(({ id }) => !inTurns.has(id));
  // Turns meet no drift of the machine between two runs, which the mean of all ids is full of.
  const { geomean } = withFiniteMean(comparison.geomean ? comparison : recorded.comparison);
  return {
    schemaVersion: 1,
    base,
    head: run.run.commit.sha,
    recorded: recorded.sha,
    suite: run.run.suite,
    machine: machineOf(run),
    session: joined([...run.sessions, session]),
    compared: [...comparison.compared.map((row) => rowOf(row, true)), ...others.map(withoutTurns)].toSorted(
      (a, b) => b.effect - a.effect,
    ),
    geomean,
    suspects: openSuspects(recorded, comparison.compared),
    ...failuresOf(run, recorded, comparison),
    fixed: recorded.comparison.fixed,
    ...onOneSide(run, offered),
    unmeasured: unmeasuredOf(asked, comparison),
  };
}

// Of a run that broke off, of a narrower suite and of a kernel of another name the rest is gone: nobody has measured it.
function onOneSide({ results }: Run, { wanted, listed }: Offered): Pick<Confirmed, 'added' | 'gone'> {
  const ran = new Set(results.filter(({ status }) => status !== 'skipped').map(({ id }) => id));
  const passed = results.filter(({ kind, status }) => kind !== 'peer' && status === 'passed');
  return {
    added: passed.map(({ id }) => id).filter((id) => !listed.has(id)),
    gone: wanted.filter((id) => !ran.has(id)),
  };
}

// Fields of blocks stay with `ab`.
function rowOf(row: ComparedId, inTurns: boolean): ConfirmedId {
  const { id, verdict, effect, ciLow, ciHigh, leastEffect, reasons, baseNs, headNs, sameKernelHash, cards } =
    row;
  const times = { effect, ciLow, ciHigh, leastEffect, reasons, baseNs, headNs };
  return { id, verdict, inTurns, ...times, sameKernelHash, ...(cards ? { cards } : {}) };
}

function withoutTurns(row: ComparedId): ConfirmedId {
  const told = rowOf(row, false);
  return isChange(row) ? { ...told, verdict: 'UNDECIDED', reasons: [...row.reasons, 'unconfirmed'] } : told;
}

function machineOf({ machine }: Run): Confirmed['machine'] {
  const { key, adapter, driver, software } = machine;
  return { key, name: adapter.name, driver, software };
}

function joined(sessions: readonly Turns['session'][]): Turns['session'] {
  return {
    stable: sessions.every(({ stable }) => stable),
    reasons: [...new Set(sessions.flatMap(({ reasons }) => reasons))],
  };
}

function openSuspects(
  { comparison, suspects }: AgainstRecorded,
  measured: readonly ComparedId[],
): readonly string[] {
  const settled = new Set(measured.filter(({ verdict }) => verdict !== 'UNDECIDED').map(({ id }) => id));
  const slower = comparison.compared.filter(({ verdict }) => verdict === 'REGRESSED').map(({ id }) => id);
  return [...new Set([...suspects, ...slower])].filter((id) => !settled.has(id));
}

function unmeasuredOf(
  asked: readonly string[],
  { compared, newlyFailing, stillFailing, fixed }: RunComparison,
): readonly string[] {
  const launched = new Set([...compared, ...newlyFailing, ...stillFailing].map(({ id }) => id).concat(fixed));
  return asked.filter((id) => !launched.has(id));
}

// A kernel that fails in the run fails for good where turns say so, or where nobody could launch it again.
function failuresOf(
  { results }: Run,
  { comparison }: AgainstRecorded,
  { compared, fixed, newlyFailing, stillFailing }: RunComparison,
): Pick<Confirmed, 'newlyFailing' | 'stillFailing' | 'failedOnce'> {
  const inRun = results.flatMap(({ id, kind, status, reason }) =>
    kind === 'gpu' && status === 'failed' && reason ? [{ id, reason }] : [],
  );
  const passed = new Set([...compared.map(({ id }) => id), ...fixed]);
  const known = new Set([...newlyFailing, ...stillFailing].map(({ id }) => id));
  const failedBefore = new Set(comparison.stillFailing.map(({ id }) => id));
  const alone = inRun.filter(({ id }) => !passed.has(id) && !known.has(id));
  return {
    newlyFailing: [...newlyFailing, ...alone.filter(({ id }) => !failedBefore.has(id))],
    stillFailing: [...stillFailing, ...alone.filter(({ id }) => failedBefore.has(id))],
    failedOnce: inRun.filter(({ id }) => passed.has(id)),
  };
}
