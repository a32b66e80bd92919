import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { syntheticRuns } from '@kernel-ladder/publish/synthetic';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleResult, sampleRun } from '../../fixtures/testing.ts';
import { cacheFolder, openCache } from './cache.ts';
import { fillPublishFolder, openPublishFolder } from './folder.ts';
import { makeSite } from './make.ts';
import { ingredientsHash, rememberSite, stampIngredients, unchangedSite } from './unchanged.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kernel-ladder-unchanged-'));
  const template = sampleRun({ results: [sampleResult('naive', 120_000)] });
  for (const run of syntheticRuns(template, { runs: 3, results: 1 })) put(run.run.id, JSON.stringify(run));
});
afterEach(() => rmSync(root, { recursive: true }));

const machine = 'synthetic-vulkan-00000000';
const fileOf = (id: string) => join(root, 'history', machine, `${id}.json`);
function put(id: string, text: string) {
  mkdirSync(join(root, 'history', machine), { recursive: true });
  writeFileSync(fileOf(id), text);
}

// As if all files had been there for a while.
const later = () => Date.now() + 60_000;
const sources = (more: object = {}) => ({ root, history: join(root, 'history'), results: null, ...more });
const hashOf = (more: object = {}) => ingredientsHash({ sources: sources(more), beside: [] }, later());
const target = () => openPublishFolder(join(root, 'site'), 'site');
const known = (ingredients = hashOf()) => unchangedSite(openCache(root), target(), ingredients);

async function publish() {
  const ingredients = hashOf();
  const site = await makeSite(sources());
  await fillPublishFolder(target(), async () => site, new AbortController().signal);
  await rememberSite(openCache(root), target(), { ingredients, site });
}

/** Writes a text of the same size, and sets the time back. */
function replaceUnseen(file: string, was: string, is: string) {
  const { atime, mtime } = statSync(file);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(was);
  writeFileSync(file, text.replace(was, is));
  utimesSync(file, atime, mtime);
  expect(statSync(file).mtimeMs).toBe(mtime.getTime());
}

test('what was published of the same is there, and is not made again', async () => {
  expect(known()).toBe(null);
  await publish();
  expect(known()).toEqual({ runs: 3, families: 1, remarks: [] });
});

const changes: readonly (readonly [what: string, change: () => void])[] = [
  ['a run more', () => put('more', readFileSync(fileOf('synthetic-1'), 'utf8'))],
  ['a run less', () => rmSync(fileOf('synthetic-1'))],
  ['another name', () => renameSync(fileOf('synthetic-1'), fileOf('synthetic-9'))],
  [
    'another text of the same size and time',
    () => replaceUnseen(fileOf('synthetic-1'), 'Synthetic commit 1', 'Synthetic commit X'),
  ],
  [
    'a text of a kernel',
    () => {
      mkdirSync(join(root, 'history', 'kernels'));
      writeFileSync(join(root, 'history', 'kernels', '2026-01-01.ndjson'), '');
    },
  ],
  [
    'a mark of a learner',
    () => {
      mkdirSync(join(root, 'packages', 'curriculum', 'own'), { recursive: true });
      const tick = { item: 'host-timer', date: '2026-11-22', note: 'read' };
      writeFileSync(
        join(root, 'packages', 'curriculum', 'own', 'progress.json'),
        JSON.stringify({ schemaVersion: 1, ticks: [tick] }),
      );
    },
  ],
  [
    'an acknowledged change',
    () => {
      mkdirSync(join(root, 'dashboard'));
      writeFileSync(join(root, 'dashboard', 'acknowledged.json'), 'no JSON');
    },
  ],
  [
    'a file of the site that somebody has changed',
    () => {
      const [file] = globSync('site/runs/**/*.json', { cwd: root }).concat(
        globSync('site/*.json', { cwd: root }),
      );
      replaceUnseen(join(root, file!), '1', '2');
    },
  ],
  ['a file of the site that is gone', () => rmSync(join(root, 'site', 'index.json'))],
  [
    'what is remembered being spoilt',
    () => {
      for (const file of globSync(`${cacheFolder}/*/sites/*`, { cwd: root }))
        writeFileSync(join(root, file), 'spoilt\n');
    },
  ],
];

test.for(changes)('with %s the site is made again', async ([, change]) => {
  await publish();
  expect(known()).not.toBe(null);
  change();
  expect(known()).toBe(null);
});

test('of another place of the site, nothing is known', async () => {
  await publish();
  expect(known(hashOf({ siteUrl: 'https://example.org/' }))).toBe(null);
});

test('a machine’s folder behind a link is looked into', async () => {
  renameSync(join(root, 'history', machine), join(root, 'elsewhere'));
  symlinkSync(join(root, 'elsewhere'), join(root, 'history', machine));
  const before = hashOf();
  replaceUnseen(join(root, 'elsewhere', 'synthetic-1.json'), 'Synthetic commit 1', 'Synthetic commit X');
  expect(hashOf()).not.toBe(before);
});

test('a link that leads nowhere is no reason to stop', async () => {
  for (const to of ['nothing', 'loop.json']) {
    symlinkSync(to, join(root, 'history', machine, 'loop.json'));
    expect(hashOf()).not.toBe(null);
    rmSync(join(root, 'history', machine, 'loop.json'));
  }
});

test('files that have just been written are not told by their times', async () => {
  expect(ingredientsHash({ sources: sources(), beside: [] })).toBe(null);
});

test('a run that changes after its stamp was looked at makes another site', () => {
  const hash = stampIngredients({ sources: sources(), beside: [] }, later());
  const before = hashOf();
  replaceUnseen(fileOf('synthetic-1'), 'Synthetic commit 1', 'Synthetic commit X');
  expect(hash()).toBe(before);
  expect(hashOf()).not.toBe(before);
});

test('faults are said each time', async () => {
  put('broken', '{}');
  await publish();
  expect(known()).toBe(null);
});
