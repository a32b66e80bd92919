// The last part of the job summary: the verdict, what it means, and a chart. The tables before it are those of `bench`.
import type { Confirmed, Run } from '@kernel-ladder/schema';
import { effectChart, ladderCharts } from './chart.ts';
import type { Verdict, VerdictWord } from './verdict.ts';

const meanings: { readonly [word in VerdictWord]: string } = {
  FAILED: 'kernels give wrong results, crash or hang.',
  REGRESSED: 'kernels are slower than the base: measured in turns with it on this machine.',
  SUSPECT: 'kernels look slower than before, and turns with the base have not settled it.',
  UNDECIDED:
    'no kernel is known to be slower; for some nobody can say that they are the same: the noise is too large, or they were not measured.',
  IMPROVED: 'kernels are faster than the base, none is slower.',
  SAME: 'no kernel has changed its speed.',
  UNJUDGED: 'what ran is right; times were not compared.',
};

/** Markdown. */
export function summaryOf(run: Run, confirmed: Confirmed | null, verdict: Verdict): string {
  const { word, regressions, suspects, failures, reasons } = verdict;
  const rows = [
    ['FAILED', failures.length],
    ['REGRESSED', regressions.length],
    ['SUSPECT', suspects.length],
    ...(['UNDECIDED', 'IMPROVED', 'SAME'] as const).map((each) => [each, countOf(confirmed, each)] as const),
  ] as const;
  const table = rows.map(([name, count]) => `| ${name} | ${count} |\n`).join('');
  const why = reasons.length > 0 ? `\nNot judged because of: ${reasons.map(code).join(', ')}.\n` : '';
  const drawn = effectChart(confirmed?.compared ?? []) || ladderCharts(run);
  return `\n## Verdict: ${word}\n\n${meanings[word]}\n${why}\n| verdict | ids |\n| --- | --: |\n${table}\n${drawn}`;
}

function countOf(confirmed: Confirmed | null, verdict: string): number {
  return confirmed?.compared.filter((row) => row.verdict === verdict).length ?? 0;
}

function code(text: string): string {
  return `\`${text.replaceAll(/[`\n\r|]+/g, ' ')}\``;
}
