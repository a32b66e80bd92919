// What RFC 4287 asks of a feed, asked of one that a browser's XML parser has read.
import type { Page } from 'playwright-core';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly Element[];
}

/** A feed as it was read: what breaks the rules, how many entries it has, what each lists, and where their links lead, resolved against its address. */
export interface AtomRead {
  readonly faults: readonly string[];
  readonly entries: number;
  /** The items of each entry's list. */
  readonly lists: readonly (readonly string[])[];
  readonly links: readonly string[];
}

/** Reads a feed that stands at an address. */
export async function readAtom(page: Page, text: string, address: string): Promise<AtomRead> {
  const root = await parsed(page, text);
  if (root === null) return { faults: ['not well-formed'], entries: 0, lists: [], links: [] };
  const entries = named(root, 'entry');
  return {
    faults: [...feedFaults(root, address), ...entries.flatMap(entryFaults), ...amongFaults(root, entries)],
    entries: entries.length,
    lists: entries.map((entry) => deep(entry, xhtml('li')).map(({ text: item }) => item)),
    links: entries.flatMap((entry) => linksOf(entry, 'alternate', address)),
  };
}

// Names stand behind their namespace in braces, except those of Atom's own.
function parsed(page: Page, text: string): Promise<Element | null> {
  return page.evaluate((source) => {
    const atom = 'http://www.w3.org/2005/Atom';
    const read = (one: globalThis.Element): Element => ({
      name: one.namespaceURI === atom ? one.localName : `{${one.namespaceURI}}${one.localName}`,
      attributes: Object.fromEntries([...one.attributes].map(({ name, value }) => [name, value])),
      text: one.textContent ?? '',
      children: [...one.children].map(read),
    });
    const document = new DOMParser().parseFromString(source, 'application/xml');
    return document.querySelector('parsererror') ? null : read(document.documentElement);
  }, text);
}

const xhtml = (name: string) => `{http://www.w3.org/1999/xhtml}${name}`;

function deep(of: Element, name: string): readonly Element[] {
  return of.children.flatMap((one) => [...(one.name === name ? [one] : []), ...deep(one, name)]);
}

const named = ({ children }: Element, name: string) => children.filter((one) => one.name === name);

function linksOf(of: Element, rel: string, address: string): readonly string[] {
  return named(of, 'link')
    .filter(({ attributes }) => (attributes['rel'] ?? 'alternate') === rel)
    .map(({ attributes }) => new URL(attributes['href'] ?? '', address).href);
}

/** By the elements that must be there once: 4.2.6 asks for an absolute address, 3.3 for a date of RFC 3339. */
const rules = {
  id: /^[a-z][a-z0-9+.-]*:\S+$/,
  title: /\S/,
  updated: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
};

function headFaults(of: Element, where: string): readonly string[] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    const found = named(of, name);
    if (found.length !== 1) return [`${where}: ${found.length} of ${name}`];
    const [{ text } = { text: '' }] = found;
    return rule.test(text) ? [] : [`${where}: ${name} “${text}”`];
  });
}

function feedFaults(root: Element, address: string): readonly string[] {
  const authors = named(root, 'author').flatMap((author) => named(author, 'name'));
  const [self] = linksOf(root, 'self', address);
  return [
    ...(root.name === 'feed' ? [] : [`the root is ${root.name}`]),
    ...headFaults(root, 'feed'),
    ...(authors.some(({ text }) => text.trim() !== '') ? [] : ['feed: no author with a name']),
    ...(self === address ? [] : [`feed: self is ${self}`]),
  ];
}

// Text that is marked up is one element of XHTML, a div (3.1.1.3).
function contentFaults(entry: Element, where: string): readonly string[] {
  return named(entry, 'content').flatMap(({ attributes, children }) => {
    const isWhole = children.length === 1 && children[0]?.name === xhtml('div');
    return attributes['type'] === 'xhtml' && !isWhole ? [`${where}: content without its div`] : [];
  });
}

function entryFaults(entry: Element, place: number): readonly string[] {
  const links = linksOf(entry, 'alternate', 'https://example.org/');
  return [
    ...headFaults(entry, `entry ${place}`),
    ...contentFaults(entry, `entry ${place}`),
    ...(links.length === 1 ? [] : [`entry ${place}: ${links.length} links to a page`]),
  ];
}

function amongFaults(root: Element, entries: readonly Element[]): readonly string[] {
  const texts = (name: string) => entries.flatMap((entry) => named(entry, name)).map(({ text }) => text);
  const ids = texts('id');
  const last = Date.parse(named(root, 'updated')[0]?.text ?? '');
  const dates = texts('updated').map((text) => Date.parse(text));
  return [
    ...(new Set(ids).size === ids.length ? [] : ['entries share an id']),
    ...(dates.some((date) => date > last) ? ['an entry is newer than the feed'] : []),
    ...(dates.every((date, at) => at === 0 || date <= (dates[at - 1] ?? date))
      ? []
      : ['the newest is not first']),
  ];
}
