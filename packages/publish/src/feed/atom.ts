// The news of a machine as an Atom feed (RFC 4287).
import { sha256 } from '@kernel-ladder/schema';
import type { News } from './news.ts';

/** What a feed is made of. */
export interface FeedOf {
  readonly machineKey: string;
  /** Its name for people. */
  readonly machine: string;
  /** When the newest run began, for a feed without news. */
  readonly updated: string;
  readonly news: readonly News[];
  /**
   * Where the site is, ending in a slash. Without it links are relative to the feed's own address, as RFC 3986 (5.1.3) resolves a
   * reference in a document that names no base.
   */
  readonly siteUrl: string | null;
}

/** Writes it. */
export function atomOf({ machineKey, machine, updated, news, siteUrl }: FeedOf): string {
  const site = siteUrl ?? '../../';
  const feed = siteUrl === null ? '' : `${siteUrl}data/feed/`;
  const page = (query: string) => `${site}#${query}`;
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    element('id', uuidOf(machineKey)),
    element('title', `Kernel Ladder: ${machine}`),
    element('updated', timeOf(news[0]?.run.startedAt ?? updated)),
    `<author>${element('name', 'Kernel Ladder')}</author>`,
    link('self', 'application/atom+xml', `${feed}${encodeURIComponent(machineKey)}.xml`),
    link('alternate', 'text/html', page(`page=changes&machine=${encodeURIComponent(machineKey)}`)),
    ...news.map((one) => entryOf(one, machineKey, page(commitQuery(machineKey, one.run.commit.sha)))),
    '</feed>',
  ];
  return `${lines.join('\n')}\n`;
}

function commitQuery(machineKey: string, sha: string): string {
  return `page=commit&machine=${encodeURIComponent(machineKey)}&commit=${sha}`;
}

const mostLines = 40;

function entryOf({ kind, run, lines }: News, machineKey: string, href: string): string {
  const { sha, subject } = run.commit;
  const title = `${lines.length} series ${kind} at ${sha.slice(0, 8)}: ${subject}`;
  return [
    '<entry>',
    element('id', uuidOf(`${machineKey} ${sha} ${kind}`)),
    element('title', title),
    element('updated', timeOf(run.startedAt)),
    link('alternate', 'text/html', href),
    contentOf(lines),
    '</entry>',
  ].join('\n');
}

// A list, as readers of feeds draw it; RFC 4287 (3.1.1.3) asks for one div around it.
function contentOf(lines: readonly string[]): string {
  const rest = lines.length - mostLines;
  const items = lines.slice(0, mostLines).map((line) => element('li', line));
  const more = rest > 0 ? element('p', `… and ${rest} more`) : '';
  const list = `<ul>${items.join('')}</ul>${more}`;
  return `<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">${list}</div></content>`;
}

function element(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`;
}

function link(rel: string, type: string, href: string): string {
  return `<link rel="${rel}" type="${type}" href="${escaped(href)}"/>`;
}

// What is no character of XML 1.0 has no escape either: it becomes the replacement character.
const notXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(notXml, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

// RFC 3339, as Atom asks for it.
function timeOf(iso: string): string {
  return new Date(iso).toISOString();
}

/** A name that stays with the thing: a UUID of version 8 (RFC 9562) made of a hash. */
function uuidOf(name: string): string {
  const hash = sha256(`kernel-ladder ${name}`);
  const variant = ((Number.parseInt(hash.slice(16, 17), 16) & 3) | 8).toString(16);
  const parts = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `${variant}${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ];
  return `urn:uuid:${parts.join('-')}`;
}
