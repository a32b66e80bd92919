// Series as a file: every number in the unit that its head names, nothing rounded.
import { storedUnit, metricOf } from '@kernel-ladder/schema';
import type { GridCommit, GridRow } from '@kernel-ladder/schema';
import type { CsvColumn } from '../csv.ts';
import { gridStateTexts, kindNames } from './state-words.ts';

/** The columns of the file. */
export function csvColumns(commits: readonly GridCommit[]): readonly CsvColumn<GridRow>[] {
  return [
    { title: 'Series', value: ({ id }) => id },
    { title: 'Family', value: ({ family }) => family },
    { title: 'Rung', value: ({ rung }) => rung },
    { title: 'Case', value: (row) => row.case },
    { title: 'Type', value: ({ dtype }) => dtype },
    { title: 'Whose', value: ({ kind }) => kindNames[kind] },
    { title: 'State', value: ({ state }) => gridStateTexts[state][0] },
    { title: 'Reason', value: ({ reason }) => reason ?? null },
    { title: 'Median time (ns)', value: ({ ns }) => ns ?? null },
    { title: 'Rate', value: ({ rate }) => rate ?? null },
    { title: 'Unit of the rate', value: unitOf },
    { title: 'Share of its roof (%)', value: ({ share }) => share ?? null },
    { title: 'Roof', value: ({ roof }) => roof ?? null },
    { title: 'Last change of the time (new/old − 1)', value: ({ change }) => change?.effect ?? null },
    { title: 'Commit of the change', value: ({ change }) => (change && commits[change.at]?.sha) ?? null },
    { title: 'Best peer', value: ({ best }) => best?.name ?? null },
    { title: 'Times as fast as it', value: ({ best }) => best?.over ?? null },
  ];
}

function unitOf({ metric, integer }: GridRow): string | null {
  return metric === undefined ? null : storedUnit(metricOf(metric).units, integer ? 'integer' : 'float');
}
