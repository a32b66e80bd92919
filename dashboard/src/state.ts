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
  'overview',
  'grid',
  'results',
  'roofline',
  'sweeps',
  'tuning',
  'allreduce',
  'changes',
  'commit',
  'compare',
  'run',
  'curriculum',
  'reports',
  'judge',
  'here',
  'glossary',
] as const;

/** One of them. */
export type PageId = (typeof pages)[number];

/** Of a list that is empty by choice, in an address. */
const none = 'none';

/** The wishes of an address; null leaves the choice to the data. */
export interface ViewState {
  readonly page: PageId;
  readonly machine: string | null;
  /** One family; of Roofline and Run it here several, with commas between them. */
  readonly family: string | null;
  readonly case: string | null;
  readonly metric: string | null;
  readonly scale: AxisScale | null;
  /** Variants taken out of the trend; null leaves the choice to the data, an empty list takes out none. */
  readonly hidden: readonly string[] | null;
  /** Ids of the series in the trend, of any case of the family; none for the rungs of the chosen case. */
  readonly series: readonly string[];
  /** The trend runs over days instead of from commit to commit. */
  readonly isDated: boolean;
  /** The first and the last commit of the trend, as `from..to`; either may be left out. */
  readonly range: string | null;
  /** Every line of the trend is divided by its first value in view. */
  readonly isRelative: boolean;
  /** The trend has the runs of the device under its other machine keys too. */
  readonly allKeys: boolean;
  /** A rung: whose code is shown, whose rows the grid has, which a heat map shows, or whose parameters were searched. */
  readonly rung: string | null;
  /** The code itself instead of its difference to the rung before. */
  readonly isWhole: boolean;
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
  /** The run whose page is shown, by its id. */
  readonly run: string | null;
  /** The two sides of a comparison, each a commit's hash or a run's id, and the machine of the second where it is another one. */
  readonly base: string | null;
  readonly head: string | null;
  readonly other: string | null;
  /** Of a long history the trend has the page of runs up to this one, counted from 1; the newest where it is null. */
  readonly until: string | null;
  /** The type of number that roofline and grid are of. */
  readonly dtype: string | null;
  /** What the roofline's axes reach over, as `from..to`. */
  readonly intensity: string | null;
  readonly rate: string | null;
  /** The axes of a sweep or of a search, and the parameters that stay as `key=value`. */
  readonly across: string | null;
  readonly up: string | null;
  readonly at: readonly string[];
  /** Of an allreduce: the ranks, the topology that is modelled, and its parameters that differ from the file's, as `key=value`. */
  readonly ranks: string | null;
  readonly topology: string | null;
  readonly set: readonly string[];
  /** Differences of texts stand side by side where the page is wide enough. */
  readonly isSplit: boolean;
  /** The grid's filter beside family, type, rung, state and words: whose row, moved within so many commits. */
  readonly kind: string | null;
  readonly since: number | null;
  /** The document that is read: its path without `.md`. */
  readonly report: string | null;
}

/** The page of an address that names none: what results alone are asked for is of them, as in links from before there was another page. */
function impliedPage(wishes: Partial<ViewState>): PageId {
  const { family, case: name, metric, scale, until, hidden, allCases } = wishes;
  const isOfResults = [family, name, metric, scale, until, hidden, allCases].some(Boolean);
  return isOfResults ? 'results' : 'overview';
}

/** Reads the part of the address after `#`; unknown keys are ignored. */
export function parseHash(hash: string): ViewState {
  const query = new URLSearchParams(hash.replace(/^#/, ''));
  const wishes = {
    machine: query.get('machine'),
    family: query.get('family'),
    case: query.get('case'),
    metric: query.get('metric'),
    scale: parseScale(query.get('scale')),
    hidden: parseHidden(query.get('hide')),
    // Cases are full of commas.
    series: query.get('series')?.split(';').filter(Boolean) ?? [],
    isDated: query.get('axis') === 'date',
    range: query.get('range'),
    isRelative: query.get('relative') === 'first',
    allKeys: query.get('keys') === 'all',
    isWhole: query.get('code') === 'whole',
    sort: parseSort(query.get('sort')),
    allCases: query.get('cases') === 'all',
    track: query.get('track'),
    status: query.get('state'),
    query: query.get('q') ?? '',
    item: query.get('item'),
    suite: query.get('suite'),
    commit: query.get('commit'),
    until: query.get('until'),
    ...textsOf(query),
    ...listsOf(query),
    isSplit: query.get('diff') === 'split',
    since: parseCount(query.get('since')),
    report: query.get('report'),
  };
  const page = pages.find((one) => one === query.get('page')) ?? impliedPage(wishes);
  return { page, ...wishes };
}

/** The page that an address asks for and the site does not have; null where there is no such wish. */
export function unknownPage(hash: string): string | null {
  const wanted = new URLSearchParams(hash.replace(/^#/, '')).get('page');
  return pages.some((page) => page === wanted) ? null : wanted;
}

/** Writes the address of a state; what is at its default is left out. */
export function formatHash(state: ViewState): string {
  const entries: readonly (readonly [string, string | null])[] = [
    ['page', state.page === impliedPage(state) ? null : state.page],
    ['machine', state.machine],
    ['family', state.family],
    ['case', state.case],
    ['metric', state.metric],
    ['scale', state.scale],
    ['hide', state.hidden && (textOf(state.hidden) ?? none)],
    ['series', state.series.join(';')],
    ['axis', given(state.isDated, 'date')],
    ['range', state.range],
    ['relative', given(state.isRelative, 'first')],
    ['keys', given(state.allKeys, 'all')],
    ['code', given(state.isWhole, 'whole')],
    ['sort', sortText(state.sort)],
    ['cases', given(state.allCases, 'all')],
    ['track', state.track],
    ['state', state.status],
    ['q', state.query],
    ['item', state.item],
    ['suite', state.suite],
    ['commit', state.commit],
    ['until', state.until],
    ...texts.map((key) => [key, state[key]] as const),
    ...lists.map((key) => [key, textOf(state[key])] as const),
    ['diff', given(state.isSplit, 'split')],
    ['since', state.since === null ? null : String(state.since)],
    ['report', state.report],
  ];
  const query = new URLSearchParams(entries.flatMap(([key, value]) => (value ? [[key, value]] : [])));
  // Ids are full of = , and /: these are legal in a fragment, and readable links get shared.
  return `#${query.toString().replace(/%3D|%2C|%2F|%3B/g, (code) => decodeURIComponent(code))}`;
}

function given(isOn: boolean, word: string): string | null {
  return isOn ? word : null;
}

function sortText(sort: Sort | null): string | null {
  return sort && `${sort.descending ? '-' : ''}${sort.column}`;
}

/** The address of a page, or of part of it, with nothing else chosen. */
export function addressOf(wishes: Partial<ViewState>): string {
  return formatHash({ ...parseHash(''), page: impliedPage(wishes), ...wishes });
}

/** The address of what a commit did on a machine; null of a checkout without git history. */
export function commitAddress(machine: string | null, sha: string): string | null {
  return /^0*$/.test(sha) ? null : addressOf({ page: 'commit', machine, commit: sha });
}

/** The address of a run of a machine. */
export function runAddress(machine: string | null, run: string): string {
  return addressOf({ page: 'run', machine, run });
}

/** The next state of a column header: ascending, descending, then the ladder's own order. */
export function nextSort(sort: Sort | null, column: string): Sort | null {
  if (sort?.column !== column) return { column, descending: false };
  return sort.descending ? null : { column, descending: true };
}

// Keys of one page each, whose values are taken as they are.
const texts = [
  'run',
  'base',
  'head',
  'other',
  'dtype',
  'intensity',
  'rate',
  'across',
  'up',
  'ranks',
  'topology',
  'rung',
  'kind',
] as const;
const lists = ['at', 'set'] as const;

function textsOf(query: URLSearchParams): Pick<ViewState, (typeof texts)[number]> {
  const entries = texts.map((key) => [key, query.get(key)]);
  // One entry for each key.
  return Object.fromEntries(entries) as Pick<ViewState, (typeof texts)[number]>;
}

function listsOf(query: URLSearchParams): Pick<ViewState, (typeof lists)[number]> {
  const entries = lists.map((key) => [key, listOf(query.get(key))]);
  return Object.fromEntries(entries) as Pick<ViewState, (typeof lists)[number]>;
}

/** Reads a list with commas between its parts; empty where there is none. */
export function listOf(text: string | null): readonly string[] {
  return text?.split(',').filter(Boolean) ?? [];
}

function parseHidden(text: string | null): readonly string[] | null {
  return text === none ? [] : text ? listOf(text) : null;
}

function textOf(list: readonly string[]): string | null {
  return list.length > 0 ? list.join(',') : null;
}

function parseScale(text: string | null): AxisScale | null {
  return text === 'log' || text === 'linear' || text === 'fit' ? text : null;
}

function parseCount(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;
}

function parseSort(text: string | null): Sort | null {
  if (!text) return null;
  return text.startsWith('-')
    ? { column: text.slice(1), descending: true }
    : { column: text, descending: false };
}
