// What the page says where it has nothing to show.
import type { Fault, Loaded } from './data.ts';
import { el } from './dom.ts';
import type { Child } from './dom.ts';

/** What a reader is told of: a file that did not come or cannot be trusted, or a page that failed over what came. */
type Told = Fault | { readonly cause: 'page'; readonly message: string };

/**
 * What could not be fetched, does not follow its schema, or could not be drawn, with the place of the fault and a way to try again;
 * a bare text is a fault of the content.
 */
export function faultMessage(fault: Told | string): HTMLElement {
  const { cause, message } =
    typeof fault === 'string' ? ({ cause: 'content', message: fault } as const) : fault;
  const { title, remedy } = faults[cause];
  const retry = el('button', { type: 'button', class: 'retry' }, 'Retry');
  // The address holds the whole view, so that a fresh start comes back to it.
  retry.addEventListener('click', () => location.reload());
  return el(
    'div',
    { class: 'fault', 'data-cause': cause },
    el('strong', {}, title),
    el('p', {}, message),
    el('p', {}, ...remedy()),
    retry,
  );
}

const faults = {
  network: {
    title: 'This could not be loaded',
    remedy: () => ['Nothing is known to be wrong with the data: see whether the server answers, then retry.'],
  },
  content: {
    title: 'This data cannot be shown',
    remedy: () => ['Write the data again with ', el('code', {}, 'pnpm dashboard'), '.'],
  },
  page: {
    title: 'This could not be drawn',
    remedy: () => [
      'The other pages go on. It may need a newer browser; else it is a mistake of this site, and its console says where.',
    ],
  },
} as const satisfies {
  readonly [Cause in Told['cause']]: { readonly title: string; readonly remedy: () => readonly Child[] };
};

/**
 * What to say of a file that is not there to draw from: its fault, or that the page goes without `lost` because the file is
 * missing. Nothing of one that was loaded, nor of one that nobody asked for, whose name is empty.
 */
export function fileNotices(file: Loaded<unknown>, lost: string): readonly HTMLElement[] {
  if (file.status === 'malformed') return [faultMessage(file)];
  if (file.status === 'loaded' || file.file === '') return [];
  return [noteLine(`Without ${lost}: there is no ${file.file}.`)];
}

/** A site without a single result. */
export function emptyMessage(): HTMLElement {
  const steps = ['Run ', el('code', {}, 'pnpm bench'), ', then ', el('code', {}, 'pnpm dashboard'), '.'];
  return hollow('No results yet', ...steps);
}

/** A page or section that has nothing, and what would fill it. */
export function hollow(title: string, ...remedy: readonly Child[]): HTMLElement {
  return el('div', { class: 'empty' }, el('h2', {}, title), el('p', {}, ...remedy));
}

/** A remark above the content. */
export function noteLine(text: string): HTMLElement {
  return el('p', { class: 'note' }, text);
}
