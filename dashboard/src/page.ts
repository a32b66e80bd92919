// The shell: address → the page that it names → files → sections. Everything that decides lives in the modules it calls.
import { h } from 'preact';
import { prepareValidators } from '@kernel-ladder/schema';
import type { SiteIndex } from '@kernel-ladder/schema';
import { changed } from './change.ts';
import type { Change } from './change.ts';
import { loadIndex } from './data.ts';
import type { Loaded } from './data.ts';
import { byId, keepingFocus } from './dom.ts';
import { drawFrame } from './frame.tsx';
import type { PageLink } from './frame.tsx';
import { emptyMessage, faultMessage, noteLine } from './messages.ts';
import { oddWishes } from './odd-wishes.ts';
import type { PageContext, Tree } from './pages/context.ts';
import { pageTable } from './pages/table.ts';
import { addressOf, formatHash, pages, parseHash, unknownPage } from './state.ts';
import type { PageId, ViewState } from './state.ts';
import { currentTheme, rememberTheme } from './theme.ts';
import { Raw } from './ui/raw.tsx';

let drawing = 0;
let shown: PageId | null = null;
let tree: Tree | null = null;
let isThemeKept = true;
/** The results as they were last shown, to come back to. */
let lastResults: ViewState | null = null;

/** Loads the index once, then redraws at every change of address or theme. */
export async function startPage(): Promise<void> {
  // The script of the page comes while the index does; whoever asks for it again is told where it does not.
  fetchAhead(parseHash(location.hash).page);
  const index = await loadIndex();
  const redraw = () => void show(index);
  addEventListener('hashchange', redraw);
  for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)'])
    matchMedia(query).addEventListener('change', redraw);
  await show(index);
}

// What the page needs beside its files, and whoever needs it asks for again.
function fetchAhead(page: PageId): void {
  pageTable[page].load().catch(() => null);
  if (page !== 'overview') prepareValidators().catch(() => null);
}

const notKept =
  'This browser keeps nothing for this site: the theme lasts until the page is loaded again. Everything else is in the address.';

async function show(index: Loaded<SiteIndex>): Promise<void> {
  const state = parseHash(location.hash);
  if (state.page === 'results') lastResults = state;
  document.documentElement.dataset['theme'] = currentTheme().name;
  fetchAhead(state.page);
  const turn = ++drawing;
  frame(index, state, true);
  const page = await prepare(index, state);
  // A slower file of an earlier choice must not replace the page of a later one.
  if (turn !== drawing) return;
  keepingFocus(() => {
    tree = page;
    turnTo(state.page, page.title);
    frame(index, state, false);
    if (!isThemeKept) byId('notices').prepend(noteLine(notKept));
    byId('notices').prepend(...oddNotes(state.page));
  });
}

function oddNotes(page: PageId): readonly HTMLElement[] {
  const unknown = unknownPage(location.hash);
  const notes = unknown === null ? [] : [`No page “${unknown}” here; showing ${pageTable[page].title}.`];
  return [...notes, ...oddWishes(location.hash)].map(noteLine);
}

function frame(index: Loaded<SiteIndex>, state: ViewState, isBusy: boolean): void {
  const theme = currentTheme();
  drawFrame({
    page: state.page,
    shown,
    links: pages.map((page) => pageLink(page, state)),
    theme,
    isBusy,
    tree,
    onTheme: () => {
      isThemeKept = rememberTheme(theme.name === 'dark' ? 'light' : 'dark');
      void show(index);
    },
  });
}

async function prepare(index: Loaded<SiteIndex>, state: ViewState): Promise<Tree> {
  if (index.status === 'malformed') return blank(faultMessage(index));
  if (index.status === 'absent') return blank(emptyMessage());
  const { title, load } = pageTable[state.page];
  const faultOf = (cause: 'network' | 'page', error: unknown) =>
    blank(faultMessage({ cause, message: `The page ${title}: ${String(error)}` }));
  const page = await load().catch((error: unknown) => faultOf('network', error));
  if (typeof page !== 'function') return page;
  try {
    return await page(contextOf(index, state));
  } catch (error) {
    reportError(error);
    return faultOf('page', error);
  }
}

function contextOf(
  index: Extract<Loaded<SiteIndex>, { readonly status: 'loaded' }>,
  state: ViewState,
): PageContext {
  return {
    index: index.value,
    state,
    theme: currentTheme(),
    go: (change) => {
      location.hash = formatHash(chosen(state, change));
    },
    refine: (change) => {
      history.replaceState(null, '', formatHash(chosen(state, change)));
      void show(index);
    },
  };
}

// The address, not what is drawn: a choice made since may still be on its way to the page.
function chosen(drawn: ViewState, change: Change): ViewState {
  const now = parseHash(location.hash);
  return changed(now.page === drawn.page ? now : drawn, change);
}

function turnTo(page: PageId, title: string = pageTable[page].title): void {
  document.title = `${title} · Kernel Ladder`;
  if (page === shown) return;
  if (shown !== null) scrollTo(0, 0);
  shown = page;
}

function pageLink(page: PageId, state: ViewState): PageLink {
  const { title, link = title, begins = false } = pageTable[page];
  return { page, title: link, begins, href: pageAddress(page, state) };
}

// From another page the results come back as they were left, but for a machine chosen since.
function pageAddress(page: PageId, state: ViewState): string {
  const machine = state.machine ?? lastResults?.machine ?? null;
  if (page === 'results' && state.page !== 'results' && lastResults)
    return formatHash({ ...lastResults, machine });
  return addressOf({ page, machine: pageTable[page].isOfMachine ? machine : null });
}

function blank(message: HTMLElement): Tree {
  return { controls: null, notices: h(Raw, { nodes: [message] }), body: null };
}
