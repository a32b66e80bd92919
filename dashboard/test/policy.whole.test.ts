// The built site under its own policy: nothing but files of the site itself, and no text that becomes code.
import { globSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  parseSiteAcknowledged,
  parseSiteChecks,
  parseSiteFamily,
  parseSiteGrid,
  parseSiteIndex,
  parseSiteJudgement,
  parseSiteOverview,
  parseSiteRun,
  parseSiteRunList,
} from '@kernel-ladder/schema';
import { parseCompletion } from '@kernel-ladder/curriculum';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { validatorModule } from '../scripts/validators.ts';
import { parseQuality } from '../src/quality.ts';
import { addressOf } from '../src/state.ts';
import { turnTo } from './browser.ts';
import { usePages } from './opened.ts';
import { copySite } from './site.ts';
import type { Site } from './site.ts';

const built = inject('builtSite');
let site: Site;
let page: Page;
let complaints: readonly string[];
/** The newest run of the first machine. */
let newestRun: string;

beforeAll(async () => {
  site = await copySite(inject('sampleSite'));
  const { runs } = await site.file(`run/${key()}.json`, parseSiteRunList);
  newestRun = runs[0]!.run.runId;
});

afterAll(async () => {
  await site?.close();
});

const { opened, fresh } = usePages(() => site.url);

beforeEach(() => {
  ({ page, complaints } = opened());
});

test('the policy is in force: what it forbids is refused and reported', async () => {
  ({ page, complaints } = await fresh());
  await page.goto(site.url);
  await page.waitForSelector('#health');
  const policy = await page.getAttribute('meta[http-equiv="Content-Security-Policy"]', 'content');
  expect(policy).toMatch(/^default-src 'self';/);
  expect(policy).not.toMatch(/unsafe|\*|data:|blob:|https?:/);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.broken = true';
    document.body.append(script);
    document.body.insertAdjacentHTML('beforeend', '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">');
  });
  await expect.poll(() => complaints.length).toBe(2);
  expect(complaints.join()).toContain('Content Security Policy');
  expect(await page.evaluate(() => 'broken' in window)).toBe(false);
});

test('no script of the site makes code from text', () => {
  const scripts = globSync('assets/*.js', { cwd: built });
  expect(scripts.length).toBeGreaterThan(2);
  const making = scripts.filter((file) =>
    /\bnew Function\b|[^.\w]Function\(|[^.\w]eval\(/.test(readFileSync(join(built, file), 'utf8')),
  );
  expect(making).toEqual([]);
});

test('what a page reads is compiled by its name, and so is each part that has one', () => {
  const file = 'one.schema.json';
  const parts = { type: 'object', $defs: { part: { type: 'string' } } };
  const schemas = ['site', 'other'].map((kind) => ({ $id: `${kind}-${file}`, ...parts }));
  const text = validatorModule({ schemas }, { first: /^site-/ });
  const names = [...text.matchAll(/^ {2}\["(.*)", \w+\],$/gm)].map(([, name]) => name);
  expect(names).toEqual([`site-${file}`, `site-${file}#/$defs/part`]);
});

test('the first view brings the validators of its own files alone; others come before what they check is drawn', async () => {
  ({ page } = await fresh());
  const brought: string[] = [];
  page.on('request', (request) => brought.push(new URL(request.url()).pathname));
  const validators = () => brought.filter((path) => /\/validators-[\w-]+\.js$/.test(path));
  await page.goto(site.url);
  await page.waitForSelector('#headlines');
  expect(validators()).toEqual([]);
  await turnTo(page, addressOf({ page: 'grid' }), '#grid-table');
  expect(validators()).toHaveLength(1);
});

test('where validators do not come, the page says which file could not be checked', async () => {
  ({ page } = await fresh());
  await page.route('**/validators-later-*.js', (route) => route.abort());
  await page.goto(site.url + addressOf({ page: 'grid' }));
  const fault = await page.textContent('.fault[data-cause]');
  expect(fault).toContain(`data/grid/${key()}.json`);
  expect(fault).toContain('dynamically imported');
});

const key = () => site.index.machines[0]!.machine.key;
const family = () => site.index.machines[0]!.families[0]!;
const run = () => newestRun;

const scriptedIssue = JSON.stringify({
  id: '**',
  commit: 'abcdef0',
  reason: 'known',
  by: 'Ada',
  issue: 'javascript:window.broken=1',
  commits: [],
  ids: [],
  isOfUse: false,
});

/** A file, how to spoil it, where it is read, and who says in Node what is wrong with it. */
const spoiled = [
  {
    name: () => `${key()}/${family()}.json`,
    what: 'a status that is none',
    spoil: (text: string) => text.replace(/"status":\s*"\w+"/, '"status": "splendid"'),
    address: () => addressOf({ machine: key(), family: family() }),
    parse: parseSiteFamily,
  },
  {
    name: () => `${key()}/${family()}.json`,
    what: 'a point of an absent run',
    spoil: (text: string) => text.replace(/"run":\s*\d+/, '"run": 999'),
    address: () => addressOf({ machine: key(), family: family() }),
    parse: parseSiteFamily,
  },
  {
    name: () => `${key()}/${family()}.json`,
    what: 'a day that is none',
    spoil: (text: string) => text.replace(/"startedAt":\s*"[^"]+"/, '"startedAt": "2026-02-30T00:00:00Z"'),
    address: () => addressOf({ machine: key(), family: family() }),
    parse: parseSiteFamily,
  },
  {
    name: () => `checks/${key()}/${family()}.json`,
    what: 'a field that is missing',
    spoil: (text: string) => text.replace('"simulated":', '"simulate":'),
    address: () => addressOf({ machine: key(), family: family() }),
    parse: parseSiteChecks,
  },
  {
    name: () => `judgement/${key()}.json`,
    what: 'changes that are missing',
    spoil: (text: string) => text.replace('"changes":', '"changed":'),
    address: () => addressOf({ page: 'changes', machine: key() }),
    parse: parseSiteJudgement,
  },
  {
    name: () => `grid/${key()}.json`,
    what: 'commits that are missing',
    spoil: (text: string) => text.replace('"commits":', '"commit":'),
    address: () => addressOf({ page: 'grid', machine: key() }),
    parse: parseSiteGrid,
  },
  {
    name: () => `overview/${key()}.json`,
    what: 'a commit that is not there',
    spoil: (text: string) => text.replace(/"at":\s*\[\s*\d+/, '"at": [999'),
    address: () => addressOf({ page: 'overview', machine: key() }),
    parse: parseSiteOverview,
  },
  {
    name: () => `run/${key()}.json`,
    what: 'a count of older runs that is missing',
    spoil: (text: string) => text.replace('"older":', '"old":'),
    address: () => addressOf({ page: 'run', machine: key() }),
    parse: parseSiteRunList,
  },
  {
    name: () => `run/${key()}/${run()}.json`,
    what: 'a result whose status is none',
    spoil: (text: string) => text.replace(/"status":\s*"\w+"/, '"status":"splendid"'),
    address: () => addressOf({ page: 'run', machine: key(), run: run() }),
    parse: parseSiteRun,
  },
  {
    name: () => 'index.json',
    what: 'a repository that is a script',
    spoil: (text: string) =>
      text.replace('"schemaVersion":1', '"schemaVersion":1,"repository":"javascript:window.broken=1//"'),
    address: () => addressOf({ page: 'commit', machine: key() }),
    parse: parseSiteIndex,
  },
  {
    name: () => `acknowledged/${key()}.json`,
    what: 'an acknowledgement whose issue is a script',
    spoil: (text: string) => text.replace(/"acknowledged":\s*\[/, `"acknowledged":[${scriptedIssue}`),
    address: () => addressOf({ page: 'changes', machine: key() }),
    parse: parseSiteAcknowledged,
  },
  {
    name: () => 'curriculum/completion.json',
    what: 'a state that is none',
    spoil: (text: string) => text.replace(/"state":\s*"\w[\w-]+"/, '"state": "splendid"'),
    address: () => addressOf({ page: 'curriculum' }),
    parse: parseCompletion,
  },
  {
    name: () => 'quality.json',
    what: 'detectors that are missing',
    spoil: (text: string) => text.replace('"detectors":', '"detector":'),
    address: () => addressOf({ page: 'judge' }),
    parse: parseQuality,
  },
];

test.for(spoiled)(
  'what was compiled ahead of time says of a spoiled file what Node says: $what',
  async ({ name, spoil, address, parse }) => {
    const file = join(site.data, name());
    const text = await readFile(file, 'utf8');
    const broken = spoil(text);
    let said = '';
    try {
      parse(`data/${name()}`, JSON.parse(broken));
    } catch (error) {
      said = String(error instanceof Error ? error.message : error);
    }
    expect(said).toContain(`data/${name()}: /`);
    await writeFile(file, broken);
    await opened().load(address(), '.fault[data-cause="content"]');
    const fault = await page.textContent('.fault[data-cause="content"]');
    await writeFile(file, text);
    expect(fault).toContain(said);
  },
);
