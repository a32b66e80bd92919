// What a pull request is told: what got slower, whether that is confirmed, and what to do next.
import { geomeanLine } from '@kernel-ladder/publish/compare';
import type { Conclusion } from '@kernel-ladder/publish/compare';
import type { Confirmed, ConfirmedId, Result } from '@kernel-ladder/schema';
import { compareAddress, reproduceCommand, trendAddress } from './links.ts';
import { marker } from './marker.ts';
import { besideTable, failureLists, list, verdictsTable } from './tables.ts';
import { code } from './text.ts';

/** What a comment is made of. Only `number`, `headSha`, `site` and `runUrl` come from GitHub; nothing of the others is believed to be text that GitHub may obey. */
export interface Report {
  /** The pull request, and its head commit. */
  readonly number: number;
  readonly headSha: string;
  readonly confirmed: Confirmed;
  /** All results of the run, peers included. */
  readonly results: readonly Result[];
  /** Files of the pull request that take part in measuring or judging. */
  readonly changed: readonly string[];
  /** Where the dashboard is, ending in a slash; null where there is none. */
  readonly site: string | null;
  /** The page of the workflow run. */
  readonly runUrl: string;
  readonly conclusion: Conclusion;
}

/** GitHub takes 65 536 characters of a comment, and one less of a check. */
const mostCharacters = 60_000;

/** The whole comment as Markdown. */
export function commentOf(report: Report): string {
  return `${marker}\n${summaryOf(report)}`;
}

/** The same without the marker, for a check run. Both are refused whole where they are too long. */
export function summaryOf(report: Report): string {
  return fitting(wholeOf(report), report.runUrl);
}

function wholeOf(report: Report): string {
  const { confirmed, conclusion, runUrl } = report;
  const { machine, suite, session } = confirmed;
  const where = `${code(machine.name)}, ${code(machine.driver)}, suite ${code(suite)}; [the run](${runUrl})`;
  const unstable = session.stable
    ? ''
    : `\nThe machine did not hold still (${code(session.reasons.join(', '))}): only what was measured in turns was judged.\n`;
  return [
    `### Kernel Ladder: ${conclusion.title}\n\n`,
    `${sentence(confirmed)}\n\n`,
    `${code(report.headSha.slice(0, 12))} merged into ${code(confirmed.base.slice(0, 12))} on ${where}.\n`,
    unstable,
    ownWord(report),
    failureLists(confirmed),
    suspects(confirmed),
    verdicts(report),
    others(confirmed),
    beside(report),
    whatNext(report),
  ].join('');
}

function sentence(confirmed: Confirmed): string {
  const { compared, newlyFailing, suspects: open, gone } = confirmed;
  const slower = compared.filter(({ verdict }) => verdict === 'REGRESSED').length;
  if (newlyFailing.length > 0) return '**This change breaks kernels that pass in the base.**';
  if (slower > 0)
    return '**This change makes kernels slower.** Each was measured in turns with the base on one machine.';
  if (open.length > 0)
    return 'Some kernels look slower than recorded, and turns with the base have not settled it. That is no verdict.';
  if (gone.length > 0)
    return `**${gone.length} of the base's kernels were not measured**: renamed, removed, skipped, left out, or the run broke off. Nothing says that they are as fast as before.`;
  return mildSentence(confirmed);
}

function mildSentence({ compared, unmeasured, recorded }: Confirmed): string {
  if (compared.length === 0)
    return recorded === null
      ? 'Nothing could be judged: no run of this machine is recorded yet.'
      : 'Nothing could be judged: no kernel has times on both sides that may be compared.';
  const undecided = compared.filter(({ verdict }) => verdict === 'UNDECIDED').length + unmeasured.length;
  return undecided > 0
    ? `Nothing is confirmed to be slower; ${undecided} could not be decided.`
    : 'Nothing is slower.';
}

const mostNamed = 5;

function ownWord({ changed }: Report): string {
  if (changed.length === 0) return '';
  const named = changed.slice(0, mostNamed).map(code).join(', ');
  const rest = changed.length > mostNamed ? ` and ${changed.length - mostNamed} more` : '';
  return `\n**Its own word**: this change is more than text of kernels. ${named}${rest} took part in what it says of itself: read them first.\n`;
}

function suspects({ suspects: open, unmeasured }: Confirmed): string {
  return (
    list('SUSPECT, not confirmed', open.map(code)) +
    list('To be measured in turns, and without a whole block', unmeasured.map(code))
  );
}

function isChange({ verdict }: ConfirmedId): boolean {
  return verdict === 'REGRESSED' || verdict === 'IMPROVED';
}

function others({ fixed, added, gone }: Confirmed): string {
  const lists = [
    ['Repaired', fixed],
    ['New', added],
    ['Gone, not measured', gone],
  ] as const;
  return lists.map(([title, ids]) => list(title, ids.map(code))).join('');
}

function verdicts({ confirmed, site }: Report): string {
  const { compared } = confirmed;
  const addressOf = (id: string) => (site === null ? null : trendAddress(site, confirmed, id));
  const [changed, steady] = [compared.filter(isChange), compared.filter((row) => !isChange(row))];
  const mean = geomeanLine(confirmed);
  return [
    changed.length > 0 ? `\n${verdictsTable(changed, addressOf)}` : '',
    mean === '' ? '' : `\n${mean}`,
    folded(`${steady.length} that are the same or undecided`, verdictsTable(steady, addressOf)),
  ].join('');
}

function beside({ results }: Report): string {
  return folded('Beside others, in the same run', besideTable(results));
}

function folded(title: string, table: string): string {
  return table === '' ? '' : `\n<details><summary>${title}</summary>\n\n${table}\n</details>\n`;
}

function whatNext({ confirmed, site, number }: Report): string {
  const { compared, newlyFailing, suspects: open, base } = confirmed;
  const slower = compared.filter(({ verdict }) => verdict === 'REGRESSED').map(({ id }) => id);
  const ids = [...newlyFailing.map(({ id }) => id), ...slower, ...open];
  const compare =
    site === null
      ? ''
      : `\n[Compare the base](${compareAddress(site, confirmed)}) with what main has measured since.\n`;
  return `\nMeasure it yourself:\n\n\`\`\`\n${reproduceCommand(number, base, ids)}\n\`\`\`\n${compare}`;
}

// Cut at a line's end; what is open is closed.
function fitting(text: string, runUrl: string): string {
  if (text.length <= mostCharacters) return text;
  const cut = text.slice(0, text.lastIndexOf('\n', mostCharacters));
  const isFenced = (cut.match(/^```$/gm)?.length ?? 0) % 2 === 1;
  const isFolded = cut.lastIndexOf('<details>') > cut.lastIndexOf('</details>');
  const ends = `${isFenced ? '\n```\n' : ''}${isFolded ? '\n</details>\n' : ''}`;
  return `${cut}\n${ends}\nThe rest is in [the run](${runUrl}).\n`;
}
