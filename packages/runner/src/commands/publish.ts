// `bench publish`: history → static data for the dashboard.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dataName } from '@kernel-ladder/publish';
import type { DataFile } from '@kernel-ladder/publish';
import { readJson } from '@kernel-ladder/schema';
import type { Command } from '../command.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import { textOf } from '../flags.ts';
import type { Given } from '../flags.ts';
import type { Io } from '../io.ts';
import { openCache } from '../publish/cache.ts';
import { openEvidence } from '../publish/completion.ts';
import { fillPublishFolder, openPublishFolder } from '../publish/folder.ts';
import { withPool } from '../publish/make.ts';
import {
  ingredientsHash,
  isRemembered,
  rememberSite,
  stampIngredients,
  unchangedSite,
} from '../publish/unchanged.ts';
import type { Site } from '../publish/make.ts';

/** Publishes the history. */
export const publish: Command = {
  usage: 'bench publish [--out DIR] [--history DIR] [--local] [--tables DIR] [--site-url URL]',
  summary: 'turns the history into the dashboard’s data files',
  flags: {
    out: {
      value: 'DIR',
      help: 'where to: a new folder, or one that publish filled (default dashboard/public/data)',
    },
    history: { value: 'DIR', help: 'the history’s folder (default dashboard/history)' },
    local: { help: 'include the run files in results/' },
    tables: { value: 'DIR', help: 'tuning tables under DIR instead of those in packages/kernel-*/tuning' },
    'site-url': {
      value: 'URL',
      help: 'where the site will be: links of its feeds are then whole addresses, else relative ones',
    },
  },
  execute: async (given, io) => {
    const named = textOf(given, 'out');
    const out = resolve(io.cwd, named ?? join(io.root, 'dashboard', 'public', 'data'));
    const folder = openPublishFolder(out, named === undefined ? out : `--out ${named}`);
    const siteUrl = siteUrlOf(given);
    const history = historyOf(given, io);
    const results = given.flags['local'] === true ? join(io.root, 'results') : null;
    const evidence = openEvidence(io.root);
    const sources = { root: io.root, history, results, tables: tablesOf(given, io), siteUrl, evidence };
    const beside = qualityFile(io.root);
    const cache = openCache(io.root);
    const before = isRemembered(cache, folder) ? ingredientsHash({ sources, beside }) : undefined;
    const known = before === undefined ? null : unchangedSite(cache, folder, before);
    if (known) {
      report(io, { ...known, faults: [], out });
      return exitCodes.passed;
    }
    const site = await withPool(sources, cache, async (make, pool) => {
      // While the threads start, and before any run is read.
      const hash = before === undefined ? stampIngredients({ sources, beside }) : () => before;
      // Threads read runs, and meanwhile, before anything is made of what else a site is made of, this one does.
      const told = async () => hash();
      const { site: filled, ingredients } = await fillPublishFolder(
        folder,
        async (begin) => {
          const [made, own] = await Promise.all([io.mortally(() => make(begin)), told()]);
          return { files: [...made.files, ...beside], site: made, ingredients: own };
        },
        io.interrupt,
        { pool, cache },
      );
      await rememberSite(cache, folder, { ingredients, site: filled });
      return filled;
    });
    report(io, { ...site, out });
    return site.faults.length > 0 ? exitCodes.usage : exitCodes.passed;
  },
};

// A folder of the web: what lies in it is named behind a slash.
function siteUrlOf(given: Given): string | null {
  const named = textOf(given, 'site-url');
  if (named === undefined) return null;
  const url = URL.parse(named);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw new CommandFailure(
      `--site-url ${named} is no address of a site: give one as https://example.org/site/`,
    );
  return `${url.origin}${url.pathname.replace(/\/*$/, '/')}`;
}

// Whoever names a history means one that is there; a checkout without one has a site without runs.
function historyOf(given: Given, io: Io): string {
  const named = textOf(given, 'history');
  if (named === undefined) return join(io.root, 'dashboard', 'history');
  const folder = resolve(io.cwd, named);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new CommandFailure(
    `--history ${named} is no folder: give the one that \`bench record --history\` adds to`,
  );
}

function tablesOf(given: Given, io: Io): string | null {
  const named = textOf(given, 'tables');
  return named === undefined ? null : resolve(io.cwd, named);
}

function qualityFile(root: string): readonly DataFile[] {
  const file = join(root, 'packages', 'stats', 'quality', 'quality.json');
  if (!existsSync(file)) return [];
  return [{ name: dataName.quality, content: readJson(file, readFileSync(file, 'utf8')) }];
}

function report(
  io: Io,
  { faults, remarks, runs, families, out }: Omit<Site, 'files'> & { readonly out: string },
): void {
  for (const fault of faults) io.err(`left out: ${fault}\n`);
  for (const remark of remarks) io.err(`${remark}\n`);
  io.err(`published ${runs} runs as ${families} series files in ${out}\n`);
}
