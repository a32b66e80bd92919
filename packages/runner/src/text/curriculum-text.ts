// Completion as text for people: counts of tracks and phases, one item in full, what to build next.
import {
  evidenceTable,
  itemPage,
  itemTable,
  nextTable,
  phaseTable,
  remedyFor,
  trackTable,
  unprovenTable,
} from '@kernel-ladder/curriculum';
import type { Completion, ItemPage, ItemState, NextItem, Table } from '@kernel-ladder/curriculum';
import type { CheckoutCompletion } from '../publish/completion.ts';
import type { ShownItem } from './curriculum-remedy.ts';
import { columnsText, table } from './format.ts';

/** Every track phase by phase, then a row a track. */
export function overviewText({ done }: CheckoutCompletion): string {
  const phases = done.tracks.map(({ id, title }) => `${id}: ${title}\n${counts(phaseTable(done, id))}\n`);
  const at = done.commit === null ? 'without a run' : `at commit ${done.commit.slice(0, 8)}`;
  return `${phases.join('')}completion ${at}\n${counts(trackTable(done))}`;
}

/** One track phase by phase, then its items, each with the first thing that it lacks. */
export function trackText({ done }: CheckoutCompletion, track: string): string {
  const title = done.tracks.find(({ id }) => id === track)?.title ?? '';
  const { rows } = itemTable(done, track);
  const items = rows.map(([id = '', kind = '', state = '', , missing = '']) => [id, kind, state, missing]);
  const list = columnsText(['item', 'kind', 'state', 'missing'], items);
  return `${track}: ${title}\n${counts(phaseTable(done, track))}\n${list}`;
}

/** One item: what it asks, its rule, its evidence, and what is missing with the command that brings it. */
export function itemText({ curriculum, done }: CheckoutCompletion, shown: ShownItem): string {
  const { item, state } = shown;
  const page = itemPage(curriculum, done, item.id);
  const about = page.about.map(([label, text]) => `${label.padEnd(12)}  ${text}\n`).join('');
  const sections = [
    section('rule', page.rule),
    section('checklist', checklistLines(state)),
    evidenceSection(page),
    section('missing', missingLines(shown)),
  ];
  return `${item.id}: ${item.title}\n${stateText(state)}\n\n${about}${sections.join('')}`;
}

/** What to build next, the first `most` of it. */
export function nextText(items: readonly NextItem[], most: number): string {
  const { columns, rows } = nextTable(items.slice(0, most));
  const rest = items.length - most;
  return `${columnsText(columns, rows)}${rest > 0 ? `and ${rest} more: --json has all\n` : ''}`;
}

/** What is provable and not proven, with the first reason of each. */
export function openText(done: Completion): string {
  return (['bench', 'doc'] as const)
    .map((kind) => {
      const { columns, rows } = unprovenTable(done, kind);
      return `${kind}: ${rows.length} open\n${columnsText(columns, rows)}`;
    })
    .join('\n');
}

function counts({ columns, rows }: Table): string {
  return table(columns, rows);
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `\n${title}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

function stateText(item: ItemState): string {
  const { kind, state, heldBackBy, provenAt, missingFeatures, nearest } = item;
  const notes = [
    ...(heldBackBy ? [`held back by ${heldBackBy.join(', ')}`] : []),
    ...(provenAt === undefined
      ? []
      : [`${state === 'regressed' ? 'proven' : 'first proven'} at ${provenAt.slice(0, 8)}`]),
    ...(missingFeatures ? [`no machine offers ${missingFeatures.join(', ')}`] : []),
    ...(nearest ? [`nearest here: ${nearest.join(', ')}`] : []),
  ];
  return [`${kind}, ${state}`, ...notes].join('; ');
}

function checklistLines({ checklist }: ItemState): readonly string[] {
  return (checklist ?? []).map(({ title, ticked, offered, date }) => {
    const mark = ticked ? '[x]' : '[ ]';
    const note = ticked ? (date ?? '') : offered ? 'evidence backs it' : '';
    return `${mark} ${title}${note === '' ? '' : ` (${note})`}`;
  });
}

function evidenceSection({ state }: ItemPage): string {
  if (state.evidence.length === 0) return '';
  const { columns, rows } = evidenceTable(state.evidence);
  return `\nevidence\n${columnsText(columns, rows)}`;
}

function missingLines({ item, state, lackingOf }: ShownItem): readonly string[] {
  const lines = state.missing.flatMap((missing) => {
    const remedy = remedyFor(item, missing, lackingOf);
    return remedy === null ? [missing.what] : [missing.what, `→ ${remedy}`];
  });
  const isTickable = item.kind === 'self' && state.state !== 'ticked';
  return isTickable ? [...lines, `→ ${tickHint(state)}`] : lines;
}

// The date is the learner's; any day shows the form.
function tickHint({ id, checklist }: ItemState): string {
  const open = checklist?.find(({ ticked }) => !ticked);
  const tick = { item: id, ...(open ? { check: open.title } : {}), date: 'YYYY-MM-DD' };
  return `in packages/curriculum/own/progress.json, under "ticks": ${JSON.stringify(tick)}`;
}
