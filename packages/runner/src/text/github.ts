// What a run tells GitHub Actions: the job summary, one annotation a failure, outputs for later steps.
import * as core from '@actions/core';
import type { Gate } from '@kernel-ladder/publish';
import { familyLadders } from '@kernel-ladder/schema';
import type { FamilyLadder, Run } from '@kernel-ladder/schema';
import { visible } from '../border.ts';
import { cardRemedy, otherCardsText } from './card-text.ts';
import { escapeHtml, formatEffect, formatP } from './format.ts';
import type { RunComparison } from '@kernel-ladder/publish/compare';
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

/** Annotates the gate's suspects as warnings, and sets the outputs `suspects` and `suspect-base`; it fails nothing. */
export function announceGate(gate: Gate | null): void {
  for (const { id, effect, q, cards } of gate?.suspects ?? []) {
    const other = cards ? `, ${otherCardsText(cards)}: ${cardRemedy}` : '';
    annotate(
      core.warning,
      id,
      `SUSPECT: ${formatEffect(effect)} against its history (q ${formatP(q)})${other}`,
    );
  }
  core.setOutput('suspects', gate?.suspects.length ?? 0);
  core.setOutput('suspect-base', gate?.before ?? '');
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
