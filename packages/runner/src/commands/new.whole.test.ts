// A rung is one file and one line, a family is one package: done here, in a copy of the whole workspace, and held to the
// checks that the suite has for every rung and every family.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyWorkspace, filesIn } from '../../fixtures/copy.ts';
import type { Ended } from '../../fixtures/copy.ts';
import { brokenLinks, familyPages, rungsOf } from '../../fixtures/readmes.ts';
import { bench } from '../../fixtures/testing.ts';
import type { Outcome } from '../../fixtures/testing.ts';
import { readRun } from '../files/files.ts';

const { root, start, remove } = copyWorkspace();
afterAll(remove);
// One whose plans take the name of a kernel, one whose plans have it built in, one whose entries are calls. That every entry of
// every family can be copied is registry.test.ts's to say.
const families = ['norm', 'scan', 'gemm'];

// Empty where all went well, so that a failure shows what was said.
const faultOf = ({ status, said }: Ended) => (status === 0 ? '' : `ended with ${status}: ${said}`);
const refusalOf = ({ code, err }: Outcome) => (code === 0 ? '' : `ended with ${code}: ${err}`);

type Files = ReadonlyMap<string, string>;
const changed = (before: Files, after: Files) =>
  [...after].flatMap(([path, text]) => (before.get(path) === text ? [] : [path])).toSorted();

describe('a rung and a family', () => {
  const before = filesIn(root);
  let after: Files = before;
  const said = new Map<string, Outcome>();

  beforeAll(async () => {
    for (const family of families)
      said.set(family, await bench(root, ['new', 'kernel', family, 'fresh-rung']));
    said.set('fresh', await bench(root, ['new', 'family', 'fresh']));
    after = filesIn(root);
  });

  test.for(families)(
    'a rung of %s is one file, one entry of the registry and one row of the README',
    (family) => {
      expect(refusalOf(said.get(family)!)).toBe('');
      const folder = `packages/kernel-${family}`;
      const own = changed(before, after).filter((path) => path.startsWith(`${folder}/`));
      expect(own).toEqual([
        `${folder}/README.md`,
        `${folder}/src/family.ts`,
        expect.stringMatching(/\/fresh-rung\.wgsl$/),
      ]);
      const [old, grown] = [before, after].map(
        (files) => files.get(`${folder}/src/family.ts`)?.split('\n') ?? [],
      );
      // Nothing of the registry goes but the line that imports, where the entry needs one name more.
      expect(old?.filter((line) => !grown?.includes(line)).every((line) => line.startsWith('import '))).toBe(
        true,
      );
    },
  );

  test('a family is one package, and its place in the lockfile', () => {
    expect(refusalOf(said.get('fresh')!)).toBe('');
    const elsewhere = changed(before, after).filter((path) => !path.startsWith('packages/kernel-'));
    expect(elsewhere).toEqual(['pnpm-lock.yaml']);
    expect(changed(before, after)).toContain('packages/kernel-fresh/src/family.ts');
  });

  test('lint and format have nothing to say', () => {
    const own = changed(before, after).filter((path) => path.endsWith('.ts'));
    expect(faultOf(start(root, 'oxlint', own))).toBe('');
    expect(faultOf(start(root, 'oxfmt', ['--check', ...changed(before, after)]))).toBe('');
  });

  test('all types hold', () => {
    const config = { extends: '../../tsconfig.json', include: ['../kernel-*/src'] };
    const file = 'packages/kernel-fresh/tsconfig.all.json';
    writeFileSync(join(root, file), JSON.stringify(config));
    expect(faultOf(start(root, 'tsc', ['-p', file]))).toBe('');
  });

  test('a rung and a family are checked and timed, and nothing fails', async () => {
    const due = [...families.map((family) => `${family}/fresh-rung`), 'fresh/naive', 'fresh/four'];
    const out = join(root, 'results', 'run.json');
    expect(refusalOf(await bench(root, ['--software', '--suite', 'smoke', '--out', out, ...due]))).toBe('');
    const right = readRun(out).results.filter(({ status }) => status === 'passed');
    expect(due.filter((rung) => !right.some(({ id }) => id.startsWith(`${rung}/`)))).toEqual([]);
  });

  test('the family’s own tests prove its rungs on the awkward cases, and reject its wrong kernels', () => {
    const { status, said: report } = start(join(root, 'packages/kernel-fresh'), 'vitest', [
      'run',
      '--reporter=verbose',
    ]);
    expect(faultOf({ status, said: report })).toBe('');
    for (const title of [
      'naive is right on',
      'four is right on',
      'the check rejects dropped-tail',
      'the check rejects lost-addend',
    ])
      expect(report).toContain(title);
  });

  test('the READMEs say of every rung what they must', async () => {
    const pages = await familyPages(root, (name) => [...families, 'fresh'].includes(name));
    expect(pages).toHaveLength(families.length + 1);
    for (const { registered, readme } of pages) {
      expect(rungsOf(readme).toSorted()).toEqual(registered.toSorted());
      expect(readme).toContain('\n## Why the answer is right\n');
    }
    expect(brokenLinks(root)).toEqual([]);
  });

  test('write-ups and site take what nobody has measured', async () => {
    expect(refusalOf(await bench(root, ['report']))).toBe('');
    expect(existsSync(join(root, 'docs/reports/journey-fresh.md'))).toBe(false);
    expect(refusalOf(await bench(root, ['publish']))).toBe('');
  });
});

test.for([
  { argv: ['new'], says: 'new takes a kind: bench new kernel FAMILY NAME, or bench new family NAME' },
  { argv: ['new', 'kernels'], says: 'unknown kind "kernels"; did you mean "kernel"?' },
  { argv: ['new', 'kernel', 'norm'], says: 'new kernel takes a family and a name' },
  { argv: ['new', 'kernel', 'nrm', 'mine'], says: 'unknown family "nrm"; did you mean "norm"?' },
  {
    argv: ['new', 'kernel', 'norm', 'twoPass'],
    says: '"twoPass" is no name for a rung: lower-case words joined by dashes, the first beginning with a letter; write two-pass',
  },
  { argv: ['new', 'kernel', 'norm', 'naive'], says: 'norm has a rung "naive" already: choose another name' },
  {
    argv: ['new', 'kernel', 'gemm', 'bias-by-row'],
    says: 'gemm has a fault "bias-by-row" already: choose another name',
  },
  {
    argv: ['new', 'kernel', 'norm', 'mine', '--from', 'resident'],
    says: 'norm/resident cannot be copied: resident.wgsl.ts is a generator',
  },
  {
    argv: ['new', 'kernel', 'norm', 'mine', '--from', 'naiv'],
    says: 'unknown rung "naiv"; did you mean "naive"?',
  },
  { argv: ['new', 'family'], says: 'new family takes one name' },
  { argv: ['new', 'family', '2d'], says: '"2d" is no name for a family' },
  { argv: ['new', 'family', 'norm'], says: 'packages/kernel-norm is there already: choose another name' },
  { argv: ['new', 'family', 'kit'], says: 'packages/kernel-kit is there already: choose another name' },
])('refuses $argv with exit 2, and writes nothing', async ({ argv, says }) => {
  const before = filesIn(root, 'packages');
  const { code, err } = await bench(root, argv);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(says) });
  expect(changed(before, filesIn(root, 'packages'))).toEqual([]);
});
