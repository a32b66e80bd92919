// What a run tells GitHub Actions: the job summary, one annotation a failure, outputs for later steps.
import * as core from '@actions/core';
import type { FamilyListing, Run } from '@kernel-ladder/schema';
import { counts, resultHeader, resultRows } from './report.ts';

/**
 * Writes to GITHUB_STEP_SUMMARY and GITHUB_OUTPUT: `run-file`, `machine-key`, `passed`, `failed`, `skipped`,
 * `software`. Throws when GitHub's files are not there.
 */
export async function reportToGithub(
  listings: readonly FamilyListing[],
  run: Run,
  file: string,
): Promise<void> {
  const { machine, results } = run;
  const of = (status: string) => results.filter((result) => result.status === status).length;
  core.summary.addHeading(`Kernel Ladder: ${counts(results)}`, 2);
  const stability = run.sessions.every((session) => session.stable) ? 'stable session' : 'session not stable';
  core.summary.addRaw(
    `${escape(machine.adapter.name)}, ${escape(machine.driver)}, ${stability}, suite ${escape(run.run.suite)}.`,
    true,
  );
  for (const listing of listings) addFamily(listing, run);
  await core.summary.write();
  for (const { id, reason } of results.filter((result) => result.status === 'failed')) {
    core.error(`${reason?.code}: ${reason?.message}`, { title: id });
  }
  const outputs = { 'run-file': file, 'machine-key': machine.key, software: machine.software };
  for (const [name, value] of Object.entries(outputs)) core.setOutput(name, value);
  for (const status of ['passed', 'failed', 'skipped']) core.setOutput(status, of(status));
}

function addFamily(listing: FamilyListing, run: Run): void {
  const results = run.results.filter((result) => result.family === listing.name);
  if (results.length === 0) return;
  const header = resultHeader.map((data) => ({ data, header: true }));
  const rows = resultRows(results, listing.headline.metric).map((row) =>
    resultHeader.map((_, column) => escape(row[column] ?? '')),
  );
  core.summary.addHeading(escape(listing.title), 3).addTable([header, ...rows]);
}

// Kernel errors reach this page: they are text, never markup.
function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
