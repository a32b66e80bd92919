// One item, opened: what is asked, what would prove it, what does so far, and how to get the rest.
import { commandFor, itemPage, shortNumber } from '@kernel-ladder/curriculum';
import type { EvidenceRow, ItemState, Missing } from '@kernel-ladder/curriculum';
import { el } from '../dom.ts';
import type { Child } from '../dom.ts';
import { formatDate, formatGiven, shortCommit } from '../format.ts';
import { icon } from '../icons.ts';
import { addressOf, commitAddress } from '../state.ts';
import type { CurriculumShown } from './curriculum-shown.ts';
import { idLink } from './id-link.ts';
import { listing } from './listing.ts';

/** Builds everything below the item's line. */
export function itemBody(state: ItemState, shown: CurriculumShown): HTMLElement {
  const { curriculum, completion } = shown;
  const { about, rule } = itemPage(curriculum, completion, state.id);
  const facts = [...about, ...provenAt(state, shown)].map(([term, text]) =>
    el('div', {}, el('dt', {}, term), el('dd', {}, text)),
  );
  return el(
    'div',
    { class: 'item-body' },
    el('dl', { class: 'about' }, ...facts),
    ...(rule.length > 0
      ? [el('details', {}, el('summary', {}, 'The rule'), el('pre', { class: 'rule' }, rule.join('\n')))]
      : []),
    ...nearest(state),
    ...checklist(state),
    ...evidence(state, shown),
    ...missing(state, shown),
    el(
      'p',
      { class: 'hint' },
      el('a', { href: addressOf({ page: 'curriculum', item: state.id }) }, 'Link to this item'),
    ),
  );
}

function provenAt(
  { provenAt: sha, state }: ItemState,
  { completion }: CurriculumShown,
): readonly (readonly [string, string])[] {
  if (sha === undefined) return [];
  const commit = completion.commits.find((one) => one.sha === sha);
  const when = commit ? `, ${commit.subject}, ${formatDate(commit.date)} UTC` : '';
  return [[state === 'regressed' ? 'was proven at' : 'proven since', `${shortCommit(sha)}${when}`]];
}

function nearest({ nearest: ids = [] }: ItemState): readonly HTMLElement[] {
  if (ids.length === 0) return [];
  const links = ids.flatMap((id, at) => [...(at > 0 ? [', '] : []), itemLink(id)]);
  return [el('p', {}, 'Nearest that is possible here: ', ...links)];
}

function checklist({ checklist: checks = [] }: ItemState): readonly HTMLElement[] {
  if (checks.length === 0) return [];
  const items = checks.map(({ title, ticked, offered, date }) => {
    const remark = ticked ? ` ticked ${date ?? ''}` : offered ? ' evidence backs a tick' : '';
    return el(
      'li',
      {},
      icon(ticked ? 'ticked' : 'not-started'),
      ` ${title}`,
      el('span', { class: 'remark' }, remark),
    );
  });
  return [el('ul', { class: 'plain checklist' }, ...items)];
}

const evidenceColumns = ['Evidence', 'What', 'Value', 'Asked', 'Met', 'Commit', 'Machine'] as const;

function evidence({ id, evidence: rows }: ItemState, shown: CurriculumShown): readonly HTMLElement[] {
  if (rows.length === 0) return [];
  const cells = rows.map((row): readonly Child[] => [
    subject(row, shown),
    ...measured(row),
    row.threshold,
    el(
      'span',
      { class: row.met ? 'met' : 'unmet' },
      icon(row.met ? 'proven' : 'unmet'),
      row.met ? ' yes' : ' no',
    ),
    row.commit === null ? '—' : commitOf(row.commit, row.machine, shown),
    row.machine ?? '—',
  ]);
  const name = { label: `Evidence of ${id}`, id: `evidence-${id}` };
  return [el('div', { class: 'evidence' }, listing(name, evidenceColumns, cells))];
}

// A metric in the unit in which it reads best, as among the results; other numbers as the curriculum's texts write them.
function measured({ metric, value }: EvidenceRow): readonly [what: string, value: string] {
  if (typeof value !== 'number') return [metric, value];
  const [, what = metric, unit = ''] = /^(.*), (\S+)$/.exec(metric) ?? [];
  const text = formatGiven(value, unit);
  return text === null ? [metric, shortNumber(value)] : [what, text];
}

// A result leads to its ladder, an item to itself; a file is only named.
function subject({ id, machine }: EvidenceRow, { index, curriculum }: CurriculumShown): HTMLElement {
  if (curriculum.items.has(id)) return itemLink(id);
  const isPublished = index.machines.some((one) => one.machine.key === machine);
  return machine !== null && isPublished ? idLink(machine, id) : el('code', {}, id);
}

// Results of a machine that the site has lead to what their commit did there.
function commitOf(sha: string, machine: string | null, { index }: CurriculumShown): HTMLElement {
  const code = el('code', { title: sha }, shortCommit(sha));
  const isPublished = index.machines.some((one) => one.machine.key === machine);
  const href = machine !== null && isPublished ? commitAddress(machine, sha) : null;
  return href === null ? code : el('a', { href }, code);
}

function itemLink(id: string): HTMLElement {
  return el('a', { href: addressOf({ page: 'curriculum', item: id }) }, el('code', {}, id));
}

function missing(state: ItemState, { curriculum }: CurriculumShown): readonly HTMLElement[] {
  const { missing: rows, missingFeatures } = state;
  const features = missingFeatures
    ? [el('p', {}, `No machine seen offers ${missingFeatures.join(', ')}.`)]
    : [];
  if (rows.length === 0) return features;
  const item = curriculum.items.get(state.id) ?? {};
  const line = (row: Missing) => {
    const command = commandFor(item, row);
    return el(
      'li',
      {},
      missingText(row.what, curriculum.items),
      ...(command ? [el('code', { class: 'command' }, `pnpm ${command}`)] : []),
    );
  };
  const isRun = rows.some((row) => row.select !== undefined);
  return [
    ...features,
    el('h4', {}, 'Missing'),
    el('ul', { class: 'missing' }, ...rows.map(line)),
    ...(isRun
      ? [
          el(
            'p',
            { class: 'hint' },
            'A run counts once pnpm bench record has added it to the history, or lies in results/ when the site is published.',
          ),
        ]
      : []),
  ];
}

// `item gemm.naive, proven` names an item that has a place of its own.
function missingText(what: string, items: ReadonlyMap<string, unknown>): HTMLElement {
  const [, id, rest] = /^item (\S+?), (.*)$/.exec(what) ?? [];
  if (id === undefined || rest === undefined || !items.has(id)) return el('span', {}, what);
  return el('span', {}, itemLink(id), `, ${rest}`);
}
