// What the page shows, as its address: a link reproduces the view, and the back button undoes a choice.

/** How the trend's value axis runs: from zero, logarithmically, or only as far as the values do. */
export type AxisScale = 'linear' | 'log' | 'fit';

/** A table column and its direction. */
export interface Sort {
  readonly column: string;
  readonly descending: boolean;
}

/** The pages of the site. */
export const pages = [
  'results',
  'changes',
  'commit',
  'curriculum',
  'reports',
  'judge',
  'here',
  'glossary',
] as const;

/** One of them. */
export type PageId = (typeof pages)[number];

/** The wishes of an address; null leaves the choice to the data. */
export interface ViewState {
  readonly page: PageId;
  readonly machine: string | null;
  readonly family: string | null;
  readonly case: string | null;
  readonly metric: string | null;
  readonly scale: AxisScale | null;
  /** Variants taken out of the trend. */
  readonly hidden: readonly string[];
  readonly sort: Sort | null;
  /** The table has every case of the family, not the chosen one alone. */
  readonly allCases: boolean;
  /** The curriculum's filter, and the item that is open; of a document the section, of the glossary the word. */
  readonly track: string | null;
  readonly status: string | null;
  readonly query: string;
  readonly item: string | null;
  /** The suite that a run in the browser takes. */
  readonly suite: string | null;
  /** The commit whose page is shown, by its hash or the beginning of it. */
  readonly commit: string | null;
  /** The document that is read: its path without `.md`. */
  readonly report: string | null;
}

/** Reads the part of the address after `#`; unknown keys are ignored. */
export function parseHash(hash: string): ViewState {
  const query = new URLSearchParams(hash.replace(/^#/, ''));
  return {
    page: pages.find((page) => page === query.get('page')) ?? 'results',
    machine: query.get('machine'),
    family: query.get('family'),
    case: query.get('case'),
    metric: query.get('metric'),
    scale: parseScale(query.get('scale')),
    hidden: query.get('hide')?.split(',').filter(Boolean) ?? [],
    sort: parseSort(query.get('sort')),
    allCases: query.get('cases') === 'all',
    track: query.get('track'),
    status: query.get('state'),
    query: query.get('q') ?? '',
    item: query.get('item'),
    suite: query.get('suite'),
    commit: query.get('commit'),
    report: query.get('report'),
  };
}

/** The page that an address asks for and the site does not have; null where there is no such wish. */
export function unknownPage(hash: string): string | null {
  const wanted = new URLSearchParams(hash.replace(/^#/, '')).get('page');
  return pages.some((page) => page === wanted) ? null : wanted;
}

/** Writes the address of a state; what is at its default is left out. */
export function formatHash(state: ViewState): string {
  const entries: readonly (readonly [string, string | null])[] = [
    ['page', state.page === 'results' ? null : state.page],
    ['machine', state.machine],
    ['family', state.family],
    ['case', state.case],
    ['metric', state.metric],
    ['scale', state.scale],
    ['hide', state.hidden.length > 0 ? state.hidden.join(',') : null],
    ['sort', state.sort ? `${state.sort.descending ? '-' : ''}${state.sort.column}` : null],
    ['cases', state.allCases ? 'all' : null],
    ['track', state.track],
    ['state', state.status],
    ['q', state.query || null],
    ['item', state.item],
    ['suite', state.suite],
    ['commit', state.commit],
    ['report', state.report],
  ];
  const query = new URLSearchParams(entries.flatMap(([key, value]) => (value ? [[key, value]] : [])));
  // Case names are full of = and ,: both are legal in a fragment, and readable links get shared.
  return `#${query.toString().replaceAll('%3D', '=').replaceAll('%2C', ',')}`;
}

/** The address of a page, or of part of it, with nothing else chosen. */
export function addressOf(wishes: Partial<ViewState>): string {
  return formatHash({ ...parseHash(''), ...wishes });
}

/** The address of what a commit did on a machine; null of a checkout without git history. */
export function commitAddress(machine: string | null, sha: string): string | null {
  return /^0*$/.test(sha) ? null : addressOf({ page: 'commit', machine, commit: sha });
}

/** The next state of a column header: ascending, descending, then the ladder's own order. */
export function nextSort(sort: Sort | null, column: string): Sort | null {
  if (sort?.column !== column) return { column, descending: false };
  return sort.descending ? null : { column, descending: true };
}

function parseScale(text: string | null): AxisScale | null {
  return text === 'log' || text === 'linear' || text === 'fit' ? text : null;
}

function parseSort(text: string | null): Sort | null {
  if (!text) return null;
  return text.startsWith('-')
    ? { column: text.slice(1), descending: true }
    : { column: text, descending: false };
}
