// The shell: address → the page that it names → files → sections. Everything that decides lives in the modules it calls.
import type { SiteIndex } from '@kernel-ladder/schema';
import { loadIndex } from './data.ts';
import type { Loaded } from './data.ts';
import { byId, el, keepingFocus } from './dom.ts';
import { emptyMessage, faultMessage, noteLine } from './messages.ts';
import { changesPage } from './pages/changes.ts';
import type { PageContext, PreparePage } from './pages/context.ts';
import { resultsPage } from './pages/results.ts';
import { addressOf, formatHash, pages, parseHash, unknownPage } from './state.ts';
import type { PageId, ViewState } from './state.ts';
import { currentTheme, rememberTheme } from './theme.ts';

// What few readers open comes when they do.
const preparers: { readonly [Page in PageId]: PreparePage } = {
  results: resultsPage,
  changes: changesPage,
  curriculum: async (context) => (await import('./pages/curriculum.ts')).curriculumPage(context),
  judge: async () => (await import('./pages/judge.ts')).judgePage(),
};

const titles: { readonly [Page in PageId]: string } = {
  results: 'Results',
  changes: 'Regressions',
  curriculum: 'Curriculum',
  judge: 'How often is the judge wrong?',
};

let drawing = 0;
let shown: PageId | null = null;
/** The results as they were last shown, to come back to. */
let lastResults: ViewState | null = null;

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
  const state = parseHash(location.hash);
  if (state.page === 'results') lastResults = state;
  byId('pages').replaceChildren(...pages.map((page) => pageLink(page, state)));
  const turn = ++drawing;
  busy(true);
  const draw = await prepare(index, state);
  // A slower file of an earlier choice must not replace the page of a later one.
  if (turn !== drawing) return;
  busy(false);
  keepingFocus(() => {
    turnTo(state.page);
    draw();
    const unknown = unknownPage(location.hash);
    if (unknown !== null)
      byId('notices').prepend(noteLine(`No page “${unknown}” here; showing ${titles[state.page]}.`));
  });
}

async function prepare(index: Loaded<SiteIndex>, state: ViewState): Promise<() => void> {
  if (index.status === 'malformed') return () => blank(faultMessage(index));
  if (index.status === 'absent') return () => blank(emptyMessage());
  try {
    return await preparers[state.page](contextOf(index, state));
  } catch (error) {
    // A page's own script that does not arrive; files of data answer with their fault instead.
    const message = `The page ${titles[state.page]}: ${String(error)}`;
    return () => blank(faultMessage({ cause: 'network', message }));
  }
}

function busy(isBusy: boolean): void {
  byId('main').setAttribute('aria-busy', String(isBusy));
}

function contextOf(
  index: Extract<Loaded<SiteIndex>, { readonly status: 'loaded' }>,
  state: ViewState,
): PageContext {
  return {
    index: index.value,
    state,
    theme: currentTheme(),
    go: (next) => {
      location.hash = formatHash(next);
    },
    refine: (next) => {
      history.replaceState(null, '', formatHash(next));
      void show(index);
    },
  };
}

function turnTo(page: PageId): void {
  byId('views').hidden = page !== 'results';
  byId('page').hidden = page === 'results';
  document.title = `${titles[page]} · Kernel Ladder`;
  if (page === shown) return;
  for (const id of ['controls', 'machine', 'notices', 'page']) byId(id).replaceChildren();
  if (shown !== null) scrollTo(0, 0);
  shown = page;
}

function pageLink(page: PageId, state: ViewState): HTMLElement {
  const current = page === state.page ? { 'aria-current': 'page' } : {};
  const name = page === 'judge' ? 'Judge' : titles[page];
  return el('a', { id: `page-${page}`, href: pageAddress(page, state), ...current }, name);
}

// From another page the results come back as they were left, but for a machine chosen since.
function pageAddress(page: PageId, state: ViewState): string {
  const machine = state.machine ?? lastResults?.machine ?? null;
  if (page === 'results' && state.page !== 'results' && lastResults)
    return formatHash({ ...lastResults, machine });
  return addressOf({ page, machine: page === 'results' || page === 'changes' ? machine : null });
}

function blank(message: HTMLElement): void {
  byId('notices').replaceChildren(message);
  byId('views').hidden = true;
  byId('page').hidden = true;
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
