// What maintainers set as variables of the repository.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failOnWords } from '@kernel-ladder/publish/compare';
import type { FailOn } from '@kernel-ladder/publish/compare';
import { listIn } from '../api/fields.ts';
import { siteOf } from '../comment/links.ts';

/** The variable BENCH_FAIL_ON; `confirmed` where it is not set. Throws on any other word. */
export function readFailOn(text: string | undefined): FailOn {
  const word = failOnWords.find((each) => each === (text || 'confirmed'));
  if (word === undefined)
    throw new Error(
      `the variable BENCH_FAIL_ON is ${JSON.stringify(text)}: it takes ${failOnWords.join(', ')}`,
    );
  return word;
}

// One folder for all families, each under its own name.
const globForm = /^(?:[\w-]+\/)+(?=\*$)/;

/**
 * How paths of families begin, up to the family's name: those of packages/, and what the checkout's package.json names beside them in
 * `bench.families`.
 */
export function readFamilyFolders(checkout: string): readonly string[] {
  const file = join(checkout, 'package.json');
  const manifest: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  const further = listIn(manifest, 'bench.families').flatMap((glob) => {
    const folder = globForm.exec(String(glob))?.[0];
    return folder === undefined ? [] : [folder, `${folder}kernel-`];
  });
  return ['packages/kernel-', ...further];
}

/** The variable BENCH_SITE_URL; null where it is not set. Throws where it is no address of the web. */
export function readSite(text: string | undefined): string | null {
  if (text === undefined || text === '') return null;
  const site = siteOf(text);
  if (site === null)
    throw new Error(`the variable BENCH_SITE_URL is ${JSON.stringify(text)}: it takes an https address`);
  return site;
}
