// What the page shows, as its address: a link reproduces the view, and the back button undoes a choice.

/** How the trend's value axis runs. */
export type AxisScale = 'linear' | 'log';

/** A table column and its direction. */
export interface Sort {
  readonly column: string;
  readonly descending: boolean;
}

/** The wishes of an address; null leaves the choice to the data. */
export interface ViewState {
  readonly machine: string | null;
  readonly family: string | null;
  readonly case: string | null;
  readonly metric: string | null;
  readonly scale: AxisScale | null;
  /** Variants taken out of the trend. */
  readonly hidden: readonly string[];
  readonly sort: Sort | null;
}

/** Reads the part of the address after `#`; unknown keys are ignored. */
export function parseHash(hash: string): ViewState {
  const query = new URLSearchParams(hash.replace(/^#/, ''));
  return {
    machine: query.get('machine'),
    family: query.get('family'),
    case: query.get('case'),
    metric: query.get('metric'),
    scale: parseScale(query.get('scale')),
    hidden: query.get('hide')?.split(',').filter(Boolean) ?? [],
    sort: parseSort(query.get('sort')),
  };
}

/** Writes the address of a state; what is at its default is left out. */
export function formatHash(state: ViewState): string {
  const entries: readonly (readonly [string, string | null])[] = [
    ['machine', state.machine],
    ['family', state.family],
    ['case', state.case],
    ['metric', state.metric],
    ['scale', state.scale],
    ['hide', state.hidden.length > 0 ? state.hidden.join(',') : null],
    ['sort', state.sort ? `${state.sort.descending ? '-' : ''}${state.sort.column}` : null],
  ];
  const query = new URLSearchParams(entries.flatMap(([key, value]) => (value ? [[key, value]] : [])));
  // Case names are full of = and ,: both are legal in a fragment, and readable links get shared.
  return `#${query.toString().replaceAll('%3D', '=').replaceAll('%2C', ',')}`;
}

/** The next state of a column header: ascending, descending, then the ladder's own order. */
export function nextSort(sort: Sort | null, column: string): Sort | null {
  if (sort?.column !== column) return { column, descending: false };
  return sort.descending ? null : { column, descending: true };
}

function parseScale(text: string | null): AxisScale | null {
  return text === 'log' || text === 'linear' ? text : null;
}

function parseSort(text: string | null): Sort | null {
  if (!text) return null;
  return text.startsWith('-')
    ? { column: text.slice(1), descending: true }
    : { column: text, descending: false };
}
