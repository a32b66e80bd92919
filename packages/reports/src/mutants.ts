// How many generated mistakes the check rejects, as the harness' README says it.
import type { MutantScores, RungScore } from '@kernel-ladder/schema';

/** Share of the mutants that are not equivalent which are killed; null where there is none. */
export function mutationScore(rungs: readonly RungScore[]): number | null {
  const killed = rungs.reduce((sum, score) => sum + score.killed, 0);
  const all = rungs.reduce((sum, { mutants, equivalent }) => sum + mutants - equivalent, 0);
  return all === 0 ? null : killed / all;
}

/** A share in per cent, one digit behind the point; a dash where there is nothing to kill. */
export function percent(share: number | null): string {
  return share === null ? '–' : `${(100 * share).toFixed(1)} %`;
}

/** The scores of every family, a column for each set on each machine, as Markdown; files of one column have families of their own. */
export function mutantSection(files: readonly MutantScores[]): string {
  if (files.length === 0)
    return 'Not measured yet: `bench mutants --out packages/harness/mutants/full.json`.';
  const families = [...new Set(files.flatMap(({ rungs }) => rungs.map(({ family }) => family)))].toSorted();
  const columns = [...Map.groupBy(files, titleOf)].map(([title, own]) => ({
    title,
    rungs: own.flatMap(({ rungs }) => rungs),
  }));
  const rows = [
    ...families.map((family) => [
      family,
      ...columns.map(({ rungs }) => cell(rungs.filter((score) => score.family === family))),
    ]),
    ['all', ...columns.map(({ rungs }) => cell(rungs))],
  ];
  return [
    line(['family', ...columns.map(({ title }) => title)]),
    line(['---', ...columns.map(() => '---:')]),
    ...rows.map(line),
    '',
    ...files.map((file) => `- ${sourceOf(file)}`),
  ].join('\n');
}

function cell(rungs: readonly RungScore[]): string {
  if (rungs.length === 0) return '';
  const sum = (of: (score: RungScore) => number) => rungs.reduce((total, score) => total + of(score), 0);
  const counted = sum(({ mutants, equivalent }) => mutants - equivalent);
  return `${percent(mutationScore(rungs))} of ${counted}`;
}

function titleOf({ set, machine }: MutantScores): string {
  return `\`${set}\` on ${machine}`;
}

function sourceOf({ set, machine, perRung, seed, commit, dirty, rungs }: MutantScores): string {
  const equivalent = rungs.reduce((sum, score) => sum + score.equivalent, 0);
  const families = [...new Set(rungs.map(({ family }) => family))].join(', ');
  const what = `up to ${perRung} mutants of each of ${rungs.length} rungs of ${families}, seed ${seed}`;
  return `\`${set}\` on ${machine}: ${what}, ${equivalent} of them equivalent; commit ${commit.slice(0, 8)}${dirty ? ' with changes' : ''}`;
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
