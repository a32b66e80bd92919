import type { Result, Run } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { digestOf } from '../digest.ts';
import { entryOf } from '../entries.ts';
import { judgeMachine } from '../testing-site.ts';
import { runOfDay, sampleResult, steadyDays, wiggle } from '../testing.ts';
import { summarise } from '../page.ts';
import { atomOf } from './atom.ts';
import { newsOf } from './news.ts';
import { outcomeChanges } from './outcomes.ts';

const machineKey = 'test-gpu-vulkan-01234567';
const nobody = () => undefined;

function failed(variant: string): Result {
  const { timing: _, metrics: __, samplesNs: ___, ...result } = sampleResult(variant, 1000);
  return { ...result, status: 'failed', reason: { code: 'wrong-result', message: `of <${variant}> & more` } };
}

function withResults(day: number, results: readonly Result[]): Run {
  return { ...runOfDay(day, {}), results };
}

function summed(runs: readonly Run[]) {
  const digests = runs.map(digestOf);
  const entries = digests.map(({ head }, at) =>
    entryOf(head, { local: false, file: String(at), content: String(at) }),
  );
  const page = summarise(
    digests.map(({ series, points }, place) => ({ place, rows: { series: JSON.parse(series), points } })),
  );
  return { key: machineKey, entries, pages: [page] };
}

const told = (runs: readonly Run[]) =>
  outcomeChanges(summed(runs)).map(({ kind, id, run }) => `${kind} ${id.split('/')[1]} ${run.runId}`);

test('tells when an id began to fail and when it was repaired, and nothing of what fails on', () => {
  const passed = sampleResult('one', 1000);
  const runs = [
    withResults(0, [passed]),
    withResults(1, [failed('one'), failed('two')]),
    withResults(2, [failed('one')]),
    withResults(3, [passed, sampleResult('two', 500)]),
  ];
  expect(told(runs)).toEqual([
    'failing one run-1',
    'failing two run-1',
    'repaired one run-3',
    'repaired two run-3',
  ]);
});

test('a failure in one of several runs of a commit is one, and a skip says nothing', () => {
  const { kernelHash: _, dispatch: __, ...rest } = failed('one');
  const skipped: Result = { ...rest, status: 'skipped' };
  const again = withResults(1, [sampleResult('one', 1000)]);
  const runs = [
    withResults(0, [sampleResult('one', 1000)]),
    withResults(1, [failed('one')]),
    { ...again, run: { ...again.run, id: 'run-1-again' } },
    withResults(2, [skipped]),
    withResults(3, [failed('one')]),
  ];
  expect(told(runs)).toEqual(['failing one run-1']);
});

const slower = wiggle
  .slice(0, 8)
  .map((off, at) => runOfDay(12 + at, { one: 130_000 + 100 * off, two: 50_000 }));
const judgement = judgeMachine(
  machineKey,
  [...steadyDays, ...slower].map((run) => ({ run, local: false })),
);

test('confirmed changes are news, what somebody acknowledged is none, and a failure always is', () => {
  const failures = outcomeChanges(summed([withResults(0, [failed('one')])]));
  const kinds = (acknowledged: Parameters<typeof newsOf>[2]) =>
    newsOf(judgement, failures, acknowledged).map(({ kind }) => kind);
  expect(kinds(nobody)).toEqual(['slower', 'failing']);
  const everything = { id: '**', commit: 'a', reason: 'r', by: 'b', commits: [], ids: [], isOfUse: true };
  expect(kinds(() => everything)).toEqual(['failing']);
});

const hostile = 'Add ]]> <script>alert("x")</script> & \u0000\u0008\uFFFE\uD800 “quotes” 😀';

function feed(siteUrl: string | null): string {
  const news = newsOf(judgement, outcomeChanges(summed([withResults(0, [failed('one')])])), nobody).map(
    (one) => ({ ...one, run: { ...one.run, commit: { ...one.run.commit, subject: hostile } } }),
  );
  return atomOf({ machineKey, machine: 'A <GPU> & "more"', updated: '2026-01-02T03:04:05Z', news, siteUrl });
}

test('hostile subjects stay text, and what is no character of XML is replaced', () => {
  const text = feed(null);
  expect(text).toContain(
    'Add ]]&gt; &lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; \uFFFD\uFFFD\uFFFD\uFFFD “quotes” 😀',
  );
  expect(text).toContain('A &lt;GPU&gt; &amp; &quot;more&quot;');
  // oxlint-disable-next-line no-control-regex -- what XML 1.0 does not allow
  expect(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/.test(text)).toBe(false);
});

const itemsOf = (text: string) => text.match(/<li>/g)?.length;

test('the ids of an entry are a list, the first forty of them, and how many more there are', () => {
  const [one] = newsOf(judgement, [], nobody);
  const lines = Array.from({ length: 43 }, (_, at) => `scan/<${at}>/n=1,f32`);
  const machine = { machineKey, machine: 'A', updated: '2026-01-02T03:04:05Z', siteUrl: null };
  const text = atomOf({ ...machine, news: [{ ...one!, lines }] });
  expect([itemsOf(text), text.includes('</ul><p>… and 3 more</p></div></content>')]).toEqual([40, true]);
  expect(text).toContain('<div xmlns="http://www.w3.org/1999/xhtml"><ul><li>scan/&lt;0&gt;/n=1,f32</li>');
  const short = atomOf({ ...machine, news: [{ ...one!, lines: lines.slice(0, 2) }] });
  expect([itemsOf(short), short.includes('more')]).toEqual([2, false]);
});

test('ids are URNs that stay the same, and differ from one another', () => {
  const ids = [...feed(null).matchAll(/<id>([^<]+)<\/id>/g)].map(([, id]) => id);
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(3);
  for (const id of ids)
    expect(id).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect([...feed('https://x.example/').matchAll(/<id>([^<]+)<\/id>/g)].map(([, id]) => id)).toEqual(ids);
});

const links = (siteUrl: string | null) =>
  [...feed(siteUrl).matchAll(/href="([^"]+)"/g)].map(([, href]) => (href ?? '').replaceAll('&amp;', '&'));

test('links are relative to the feed where nobody said where the site is, and whole addresses where somebody did', () => {
  const at = 'https://x.example/site/data/feed/feed.xml';
  const resolved = links(null).map((href) => new URL(href, at).href);
  expect(resolved).toEqual(links('https://x.example/site/'));
  expect(resolved[0]).toBe(`https://x.example/site/data/feed/${machineKey}.xml`);
  expect(resolved[2]).toMatch(/^https:\/\/x\.example\/site\/#page=commit&machine=.+&commit=[0-9a-f]{40}$/);
});
