// `bench show ID`: the exact shader, its launch, its work model, and what it last measured.
import { join } from 'node:path';
import { tunedText } from '@kernel-ladder/schema';
import type { FamilyListing, Result, Run, ShownId, Tuned } from '@kernel-ladder/schema';
import type { Command } from '../command.ts';
import { checkLine } from '../text/check-text.ts';
import { coverageLines } from '../text/coverage-notes.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import type { ExitCode } from '../failure.ts';
import { adapterRequest, ask } from '../process/families.ts';
import { peersFor } from '../process/peers.ts';
import { adapterFlags, textOf } from '../flags.ts';
import type { Given } from '../flags.ts';
import { columnsText, table } from '../text/format.ts';
import { metricColumns, metricNumbers } from '../text/metric-text.ts';
import { readSourcedRuns } from '../files/history.ts';
import type { Io } from '../io.ts';
import { peerText } from '../text/peer-text.ts';
import { familiesFor, unknownId, writtenCases } from '../run/suites.ts';
import { showKernel } from './show-kernel.ts';
import { listFamilies } from '../process/survey.ts';

/** Shows one id. */
export const show: Command = {
  usage: 'bench show ID [--json] | bench show [ID] --hash HASH',
  summary: 'prints the WGSL, dispatch, work model, tolerance and latest results of one id',
  flags: {
    json: { help: 'everything on stdout as JSON' },
    hash: {
      value: 'HASH',
      help: 'the recorded text of this kernel, or of the beginning of its hash, instead',
    },
    ...adapterFlags,
  },
  execute: async (given, io) =>
    textOf(given, 'hash') === undefined ? showId(given, io) : showKernel(given, io),
};

async function showId(given: Given, io: Io): Promise<ExitCode> {
  const [id, ...rest] = given.positionals;
  if (id === undefined || rest.length > 0)
    throw new CommandFailure('show takes one id: bench show reduce/subgroup/n=65536,f32');
  const [family] = [...peersFor(io.root, { globs: [id], isWanted: false }), ...familiesFor(io.root, [id])];
  const gpu = adapterRequest(given);
  const listings = family ? await listFamilies(io, [family], gpu, writtenCases([id])) : [];
  const listing = listings.find(({ name }) => name === id.split('/')[0]) ?? listings[0];
  if (listing) refuseOther(id, listing);
  const events = family ? await ask(io, family.entry, { args: ['show', id], job: { gpu, seed: 1 } }) : [];
  const shown = events.find((event) => event.type === 'shown')?.shown;
  if (!shown) throw new CommandFailure(`${id} could not be shown`, exitCodes.failed);
  const latest = latestResults(io, id);
  io.out(
    given.flags['json'] === true
      ? `${JSON.stringify({ ...shown, latest: latest.map(toJson) }, null, 2)}\n`
      : describe(shown, latest),
  );
  return exitCodes.passed;
}

function refuseOther(id: string, { name, rungs, ids }: FamilyListing): void {
  const known = ids.map((entry) => entry.id);
  if (known.includes(id)) return;
  if (id === name) {
    const rows = rungs.map((rung) => [`${name}/${rung.name}`, rung.summary ?? '']);
    throw new CommandFailure(
      `${id} is a family, show takes one id; its rungs, whose ids \`bench show RUNG\` lists:\n${columnsText(['rung', 'summary'], rows).trimEnd()}`,
    );
  }
  const cases = known.filter((one) => one.startsWith(`${id}/`));
  if (cases.length === 0) throw unknownId(id, known);
  throw new CommandFailure(`${id} is a rung, show takes one id; its ids:\n${cases.join('\n')}`);
}

interface Latest {
  readonly machine: string;
  readonly commit: string;
  readonly startedAt: string;
  readonly result: Result;
}

// The newest result of each machine, from the history and this checkout's own runs.
function latestResults(io: Io, id: string): readonly Latest[] {
  const history = join(io.root, 'dashboard', 'history');
  const { runs, faults } = readSourcedRuns({ history, results: join(io.root, 'results') });
  for (const fault of faults) io.err(`left out: ${fault}\n`);
  const found = runs.flatMap(({ run }) => toLatest(run, id));
  const byMachine = Map.groupBy(found, ({ machine }) => machine);
  return [...byMachine.values()].flatMap((entries) =>
    entries.toSorted((a, b) => b.startedAt.localeCompare(a.startedAt)).slice(0, 1),
  );
}

function toLatest({ run, machine, results }: Run, id: string): readonly Latest[] {
  const result = results.find((candidate) => candidate.id === id);
  if (!result) return [];
  const { sha } = run.commit;
  return [
    {
      machine: machine.key,
      commit: sha.slice(0, 8),
      startedAt: run.startedAt,
      result,
    },
  ];
}

function toJson({ machine, commit, startedAt, result }: Latest) {
  const { status, coverage, tuned } = result;
  return {
    machine,
    commit,
    startedAt,
    status,
    ...(tuned ? { tuned } : {}),
    metrics: metricNumbers(result),
    coverage,
  };
}

function describe(shown: ShownId, latest: readonly Latest[]): string {
  const { id, summary, boundBy, params, work, tolerance, skip, peer, passes } = shown;
  const texts = passes.map((pass, index) => {
    const launch = `${pass.workgroups.join(' × ')} workgroups of ${pass.workgroupSize}, ${pass.sharedBytes} B of workgroup memory`;
    return `── pass ${index + 1}/${passes.length}: ${pass.file}, ${launch}\n   binds ${pass.bindings.join(', ')}\n${pass.text.trimEnd()}\n\n`;
  });
  const columns = metricColumns(latest.map(({ result }) => result));
  const rows = latest.map((entry) => [
    entry.machine,
    entry.commit,
    entry.startedAt,
    entry.result.status + (entry.result.tuned ? ' +' : ''),
    ...columns.cells(entry.result),
  ]);
  const results =
    rows.length > 0
      ? table(['machine', 'commit', 'started', 'status', ...columns.titles], rows)
      : 'no results yet\n';
  const tuned = latest.flatMap(({ machine, result }) =>
    result.tuned ? [`+ tuned on ${machine}: ${tunedText(result.tuned)}\n`] : [],
  );
  const checks = latest.flatMap(({ machine, result: { check } }) =>
    check ? [`\ncheck on ${machine}\n  ${checkLine(check)}`] : [],
  );
  const covered = latest
    .filter(({ result }) => result.coverage.length > 0)
    .map(({ machine, result: { coverage } }) => `\nedge cases on ${machine}\n${coverageLines(coverage)}`);
  // Without a plan nothing is known of what the algorithm moves.
  const ownBytes = passes.length > 0 || peer ? `, ${work.implBytes} bytes by this algorithm` : '';
  return `${id}: ${summary}
parameters  ${JSON.stringify(params)}
work        ${work.flops} operations, ${work.minBytes} bytes at least${ownBytes}
tolerance   ${tolerance}
${peer ? `run by      ${peerText(peer)}\n` : ''}${boundBy ? `bound by    ${boundBy}\n` : ''}${chosenText(shown)}${skip ? `skipped     ${skip}\n` : ''}
${texts.join('')}${results}${tuned.join('')}${checks.join('')}${covered.join('')}`;
}

function originText({ rung, class: shapeClass, at, space }: Tuned): string {
  return `of this machine’s tuning table: found ${at.slice(0, 10)} for ${rung} ${shapeClass}, space ${space}`;
}

function chosenText({ chosen }: ShownId): string {
  if (!chosen) return '';
  const { choice, tuned } = chosen;
  const whose = tuned ? originText(tuned) : 'the usual one, not tuned';
  return `choice      ${JSON.stringify(choice)}, ${whose}\n`;
}
