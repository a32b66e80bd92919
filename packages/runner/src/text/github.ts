// What a run tells GitHub Actions: the job summary, one annotation a failure, outputs for later steps.
import * as core from '@actions/core';
import type { Gate } from '@kernel-ladder/publish';
import { familyLadders } from '@kernel-ladder/schema';
import type { Confirmed, FamilyLadder, Run } from '@kernel-ladder/schema';
import { visible } from '../border.ts';
import { cardRemedy, otherCardsText } from './card-text.ts';
import { withheldText } from './gate-text.ts';
import { escapeHtml, formatEffect, formatP } from './format.ts';
import type { Conclusion, RunComparison } from '@kernel-ladder/publish/compare';
import { comparisonMarkdown } from './verdict-text.ts';
import { correctness, counts, resultTable } from './tables.ts';

/**
 * Writes to GITHUB_STEP_SUMMARY and GITHUB_OUTPUT: `run-file`, `machine-key`, `passed`, `failed`, `skipped`,
 * `software`. Throws when GitHub's files are not there.
 */
export async function announceRun(run: Run, file: string): Promise<void> {
  const { machine, results } = run;
  const of = (status: string) => results.filter((result) => result.status === status).length;
  core.summary.addHeading(`Kernel Ladder: ${counts(results)}`, 2);
  const stability = run.sessions.every((session) => session.stable) ? 'stable session' : 'session not stable';
  core.summary.addRaw(
    escapeHtml(`${machine.adapter.name}, ${machine.driver}, ${stability}, suite ${run.run.suite}.`),
    true,
  );
  for (const ladder of familyLadders([run])) addFamily(ladder, run);
  await writeSummary();
  for (const { id, reason } of results.filter((result) => result.status === 'failed'))
    annotate(core.error, id, `${reason?.code}: ${reason?.message}`);
  const outputs = { 'run-file': file, 'machine-key': machine.key, software: machine.software };
  for (const [name, value] of Object.entries(outputs)) core.setOutput(name, value);
  for (const status of ['passed', 'failed', 'skipped']) core.setOutput(status, of(status));
}

/**
 * Writes a comparison to the job summary, annotates what got slower or fails (as errors where that fails the step), and
 * sets the outputs `regressed`, `improved`, `same`, `undecided`, `newly-failing` and `geomean`.
 */
export async function announceComparison(comparison: RunComparison, failOn: boolean): Promise<void> {
  const { compared, newlyFailing, geomean } = comparison;
  const level = failOn ? core.error : core.warning;
  for (const row of compared.filter(({ verdict }) => verdict === 'REGRESSED')) {
    const interval = `${formatEffect(row.ciLow)} … ${formatEffect(row.ciHigh)}`;
    annotate(level, row.id, `REGRESSED by ${formatEffect(row.effect)} (${interval})`);
  }
  for (const { id, reason } of newlyFailing)
    annotate(level, id, `newly failing: ${reason.code}: ${reason.message}`);
  core.summary.addRaw(`## Kernel Ladder: comparison\n\n${comparisonMarkdown(comparison)}`, true);
  await writeSummary();
  for (const verdict of ['REGRESSED', 'IMPROVED', 'SAME', 'UNDECIDED'] as const)
    core.setOutput(verdict.toLowerCase(), compared.filter((row) => row.verdict === verdict).length);
  core.setOutput('newly-failing', newlyFailing.length);
  core.setOutput('geomean', geomean?.ratio ?? '');
}

/**
 * Writes what was confirmed to the job summary, annotates it (as errors where that fails the step), and sets the outputs `conclusion`,
 * `regressed`, `improved`, `same`, `undecided`, `newly-failing`, `failed-once` and `suspects`.
 */
export async function announceConfirmed(confirmed: Confirmed, { conclusion }: Conclusion): Promise<void> {
  await announceComparison({ ...confirmed, ...ofConfirmed(confirmed) }, conclusion === 'failure');
  for (const id of confirmed.suspects) annotate(core.warning, id, 'SUSPECT, and not confirmed in turns');
  core.setOutput('conclusion', conclusion);
  core.setOutput('suspects', confirmed.suspects.length);
  core.setOutput('failed-once', confirmed.failedOnce.length);
}

// A comparison knows no ids without an interval, and here are no peers.
function ofConfirmed({ geomean }: Confirmed): Pick<RunComparison, 'geomean' | 'peers'> {
  const mean = geomean && { ...geomean, ciLow: geomean.ciLow ?? 0, ciHigh: geomean.ciHigh ?? Infinity };
  return { geomean: mean, peers: [] };
}

/**
 * Annotates the gate's suspects as warnings, and a machine that did not hold still as one of the runner; sets the outputs `suspects`,
 * `suspect-base` and `withheld`. It fails nothing.
 */
export function announceGate(gate: Gate | null): void {
  if (gate !== null) annotateGate(gate);
  const { suspects = [], before = null, withheld = [] } = gate ?? {};
  core.setOutput('suspects', suspects.length);
  core.setOutput('suspect-base', before ?? '');
  core.setOutput('withheld', withheld.join(', '));
}

function annotateGate({ suspects, withheld }: Gate): void {
  if (withheld.length > 0) annotate(core.warning, 'runner', withheldText(withheld));
  for (const { id, effect, q, cards } of suspects) {
    const other = cards ? `, ${otherCardsText(cards)}: ${cardRemedy}` : '';
    const said = `SUSPECT: ${formatEffect(effect)} against its history (q ${formatP(q)})${other}`;
    annotate(core.warning, id, said);
  }
}

function annotate(level: typeof core.error, title: string, message: string): void {
  level(visible(message), { title: visible(title) });
}

// What was gathered leaves as visible text.
async function writeSummary(): Promise<void> {
  const text = visible(core.summary.stringify());
  await core.summary.emptyBuffer().addRaw(text).write();
}

function addFamily(ladder: FamilyLadder, run: Run): void {
  const results = run.results.filter((result) => result.family === ladder.name);
  if (results.length === 0) return;
  const { software } = run.machine;
  const { titles, rows } = resultTable(results, { software, metric: ladder.headline.metric });
  const header = titles.map((data) => ({ data, header: true }));
  const cells = rows.map((row) => titles.map((_, column) => escapeHtml(row[column] ?? '')));
  core.summary.addHeading(escapeHtml(ladder.title), 3);
  if (software) core.summary.addRaw(correctness(results), true);
  core.summary.addTable([header, ...cells]);
}
