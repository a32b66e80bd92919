// Mutation scores for people.
import { mutationScore, percent } from '@kernel-ladder/reports';
import type { Mutant, MutantScores, RungScore } from '@kernel-ladder/schema';
import { formatSeconds, table } from './format.ts';

/** A line for each rung and one for each family, then every survivor with its place. */
export function mutantTables({ rungs }: MutantScores): string {
  const families = [...Map.groupBy(rungs, ({ family }) => family)];
  const rows = families.flatMap(([family, own]) => [...own.map(rowOf), totalRow(family, own)]);
  const header = ['rung', 'score', 'killed', 'of', 'equivalent', 'stillborn', 'cases', 'time'];
  const survivors = rungs.flatMap(({ family, rung, survivors: left }) =>
    left.map((mutant) => `${family}/${rung} ${describeMutant(mutant)}\n`),
  );
  return `${table(header, rows)}${survivors.length > 0 ? `\nsurvivors\n${survivors.join('')}` : ''}`;
}

/** `tree.wgsl:41 barrier: workgroupBarrier(); → nothing`. */
export function describeMutant({ operator, file, line, before, after }: Mutant): string {
  return `${file}${line > 0 ? `:${line}` : ''} ${operator}: ${before} → ${after || 'nothing'}`;
}

function rowOf(score: RungScore): readonly string[] {
  const { family, rung, mutants, equivalent, killed, stillborn, cases, seconds } = score;
  const counts = [killed, mutants, equivalent, stillborn, cases].map(String);
  return [`${family}/${rung}`, percent(mutationScore([score])), ...counts, formatSeconds(1000 * seconds)];
}

function totalRow(family: string, rungs: readonly RungScore[]): readonly string[] {
  const sum = (of: (score: RungScore) => number) => rungs.reduce((total, score) => total + of(score), 0);
  const counts = [
    sum(({ killed }) => killed),
    sum(({ mutants }) => mutants),
    sum(({ equivalent }) => equivalent),
    sum(({ stillborn }) => stillborn),
  ].map(String);
  return [
    family,
    percent(mutationScore(rungs)),
    ...counts,
    '',
    formatSeconds(1000 * sum(({ seconds }) => seconds)),
  ];
}
