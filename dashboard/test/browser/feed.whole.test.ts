// The feed of each machine: where pages name it, whether it is one by RFC 4287, and where its entries lead.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { addressOf } from '../../src/state.ts';
import type { PageId } from '../../src/state.ts';
import { readAtom } from './atom.ts';
import { hardwareOf, useRecordedSite } from './recorded.ts';

const { site, opened } = useRecordedSite();
const textOf = (key: string) => readFile(`${site().data}/feed/${key}.xml`, 'utf8');
const addressOfFeed = (key: string) => `${site().url}data/feed/${key}.xml`;

test.for(['overview', 'changes', 'commit'] satisfies readonly PageId[])(
  '%s names the feed of its machine, to readers and to programs',
  async (id) => {
    const { page, go } = opened();
    const { machine } = hardwareOf(site());
    await go(addressOf({ page: id }), '#feed');
    const heads = page.locator('head link[rel="alternate"][type="application/atom+xml"]');
    expect(await heads.count()).toBe(1);
    const href = await heads.evaluate((link) => (link as HTMLLinkElement).href);
    expect(href).toBe(addressOfFeed(machine.key));
    expect(await page.locator('#feed').evaluate((link) => (link as HTMLAnchorElement).href)).toBe(href);
  },
);

test('every machine has a feed that keeps RFC 4287, and each entry leads to the commit that it tells of', async () => {
  const { page, load } = opened();
  await load(addressOf({ page: 'glossary' }), 'h2');
  const { key } = hardwareOf(site()).machine;
  for (const { machine } of site().index.machines) {
    const { faults, lists } = await readAtom(page, await textOf(machine.key), addressOfFeed(machine.key));
    expect([machine.key, faults, lists.filter(({ length }) => length === 0)]).toEqual([machine.key, [], []]);
  }
  const { links } = await readAtom(page, await textOf(key), addressOfFeed(key));
  expect(links.length).toBeGreaterThan(1);
  const { hash } = new URL(links[0]!);
  expect(links[0]).toBe(`${site().url}${hash}`);
  await load(hash, '#commit-title');
  const commit = new URLSearchParams(hash.slice(1)).get('commit') ?? '';
  expect(await page.textContent('#commit-title')).toContain(commit.slice(0, 8));
});

test.for([
  ['one id for all', (text: string) => text.replace(/<id>urn:[^<]+/g, '<id>urn:x:1'), 'share an id'],
  ['an id that is relative', (text: string) => text.replace('<id>urn:uuid:', '<id>'), 'feed: id'],
  ['no author', (text: string) => text.replace(/<author>.*<\/author>/, ''), 'no author'],
  ['a day alone', (text: string) => text.replace(/T[\d:.]+Z<\/updated>/, '</updated>'), 'feed: updated'],
  [
    'an entry that leads nowhere',
    (text: string) => text.replace(/(<entry>[^]*?)<link [^>]+>/, '$1'),
    '0 links',
  ],
  ['a list that stands alone', (text: string) => text.replaceAll(/<\/?div[^>]*>/g, ''), 'without its div'],
  ['an open element', (text: string) => text.replace('</entry>', ''), 'not well-formed'],
] as const)('a feed with %s is found out', async ([, spoil, fault]) => {
  const { page, go } = opened();
  await go(addressOf({ page: 'glossary' }), 'h2');
  const { key } = hardwareOf(site()).machine;
  const { faults } = await readAtom(page, spoil(await textOf(key)), addressOfFeed(key));
  expect(faults.join('; ')).toContain(fault);
});
