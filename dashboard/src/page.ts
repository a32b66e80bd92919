// The shell: address → files → views. Everything that decides lives in the modules it calls.
import type { SiteFamily, SiteIndex } from '@kernel-ladder/schema';
import { controls, settled } from './controls.ts';
import type { Offer } from './controls.ts';
import { loadFamily, loadIndex } from './data.ts';
import type { Loaded } from './data.ts';
import { byId, el, keepingFocus } from './dom.ts';
import { machineCard } from './machine.ts';
import { selectSource, selectView } from './selection.ts';
import type { Source } from './selection.ts';
import { formatHash, parseHash } from './state.ts';
import type { ViewState } from './state.ts';
import { currentTheme, rememberTheme } from './theme.ts';
import { ladderView } from './views/ladder.ts';
import { latestView } from './views/latest.ts';
import { trendView } from './views/trend.ts';

const families = new Map<string, Promise<Loaded<SiteFamily>>>();
let drawing = 0;

/** Loads the index once, then redraws at every change of address or theme. */
export async function startPage(): Promise<void> {
  applyTheme();
  const index = await loadIndex();
  const redraw = () => void show(index);
  addEventListener('hashchange', redraw);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => retheme(redraw));
  byId('theme').addEventListener('click', () => {
    rememberTheme(currentTheme().name === 'dark' ? 'light' : 'dark');
    retheme(redraw);
  });
  await show(index);
}

async function show(index: Loaded<SiteIndex>): Promise<void> {
  if (index.status === 'malformed') return blank(faultMessage(index.message));
  const state = parseHash(location.hash);
  const source = index.status === 'loaded' ? selectSource(index.value, state) : null;
  if (index.status !== 'loaded' || !source) return blank(emptyMessage());
  const turn = ++drawing;
  const family = await familyOf(source);
  // A slower file of an earlier choice must not replace the page of a later one.
  if (turn === drawing) keepingFocus(() => drawPage({ index: index.value, source, state }, family));
}

function drawPage(base: Omit<Offer, 'selection'>, family: Loaded<SiteFamily>): void {
  const { source, state } = base;
  const { machine } = source.machine;
  const { software } = machine;
  const selection = family.status === 'loaded' ? selectView(family.value, software, state) : null;
  const offer: Offer = { ...base, selection };
  byId('controls').replaceChildren(...controls(offer, go));
  byId('machine').replaceChildren(...machineCard(source.machine));
  byId('views').hidden = !selection;
  const fault = faultOf(family, source);
  const notes = [...source.notes, ...(selection?.notes ?? [])].map((note) =>
    el('p', { class: 'note' }, note),
  );
  byId('notices').replaceChildren(...notes, ...(fault ? [faultMessage(fault)] : []));
  document.title = `${source.family} on ${machine.adapter.name} · Kernel Ladder`;
  if (!selection || family.status !== 'loaded') return;
  const shown = {
    family: family.value,
    software,
    selection,
    state: settled(offer),
    theme: currentTheme(),
    go,
  };
  ladderView(byId('ladder'), shown);
  trendView(byId('trend'), shown);
  latestView(byId('latest'), shown);
}

function go(state: ViewState): void {
  location.hash = formatHash(state);
}

function familyOf({ machine, family }: Source): Promise<Loaded<SiteFamily>> {
  const { key } = machine.machine;
  const file = `${key}/${family}`;
  const loading = families.get(file) ?? loadFamily(key, family);
  families.set(file, loading);
  return loading;
}

function faultOf(family: Loaded<SiteFamily>, source: Source): string | null {
  if (family.status === 'malformed') return family.message;
  if (family.status === 'absent')
    return `${family.file}: named by data/index.json, but there is no such file`;
  return family.value.series.length > 0 ? null : `${source.family} has no results on this machine`;
}

function blank(message: HTMLElement): void {
  byId('notices').replaceChildren(message);
  byId('views').hidden = true;
}

function faultMessage(text: string): HTMLElement {
  const remedy = el('p', {}, 'Write the data again with ', el('code', {}, 'pnpm dashboard'), '.');
  return el(
    'div',
    { class: 'fault' },
    el('strong', {}, 'This data cannot be shown'),
    el('p', {}, text),
    remedy,
  );
}

function emptyMessage(): HTMLElement {
  const steps = ['Run ', el('code', {}, 'pnpm bench'), ', then ', el('code', {}, 'pnpm dashboard'), '.'];
  return el('div', { class: 'empty' }, el('h2', {}, 'No results yet'), el('p', {}, ...steps));
}

function retheme(redraw: () => void): void {
  applyTheme();
  redraw();
}

function applyTheme(): void {
  const { name } = currentTheme();
  document.documentElement.dataset['theme'] = name;
  const next = name === 'dark' ? 'Light' : 'Dark';
  byId('theme').textContent = `${next} theme`;
}
