import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRepository } from '../../fixtures/ab.ts';
import { bench } from '../../fixtures/testing.ts';
import type { Outcome } from '../../fixtures/testing.ts';

const repository = createRepository();
afterAll(() => repository.remove());
const { root } = repository;

const old = { same: 100_000, slower: 100_000, faster: 100_000, breaks: 100_000 };
const sha = repository.commit(old, 'First');
repository.set({ same: 100_000, slower: 104_000, faster: 90_000, breaks: null, added: 5 });

describe('a commit against the changes on top of it', () => {
  let outcome: Outcome;
  let said: { compared: { id: string; verdict: string; blocks: number; effect: number }[] } & Record<
    string,
    unknown
  >;
  beforeAll(async () => {
    outcome = await bench(root, ['ab', 'main', '--json']);
    said = JSON.parse(outcome.out);
  });

  test('gives a verdict for each id, in four blocks where the machine is quiet', () => {
    expect(said.compared.map(({ id, verdict, blocks }) => [id.split('/')[1], verdict, blocks])).toEqual([
      ['slower', 'REGRESSED', 4],
      ['same', 'SAME', 4],
      ['faster', 'IMPROVED', 4],
    ]);
    expect(said.compared[0]!.effect).toBeCloseTo(0.04, 2);
  });

  test('says what was compared, that the head is not committed, and that the kernels are the same', () => {
    expect(said).toMatchObject({
      base: { name: sha.slice(0, 8), sha, dirty: false },
      head: { name: 'working tree', sha, dirty: true },
      compared: [{ sameKernelHash: true }, {}, {}],
      session: { stable: true },
    });
    expect(outcome.err).toContain(`, seed ${String(said['seed'])}\n`);
  });

  test('tells failing and new ids apart, and exits 1', () => {
    expect(said).toMatchObject({
      newlyFailing: [{ id: 'steady/breaks/n=1024,f32', reason: { code: 'wrong-result' } }],
      added: ['steady/added/n=1024,f32'],
    });
    expect(outcome.code).toBe(1);
  });

  test('leaves no worktree behind', () => {
    expect(repository.leftovers()).toEqual([]);
  });
});

test.for([
  { argv: [], says: 'ab takes one or two commits' },
  { argv: ['nothing'], says: 'nothing is no commit of' },
  { argv: ['main', '--software'], says: 'judge them all the same with --allow-incomparable' },
  { argv: ['main', '--minimum-effect', '2'], says: '--minimum-effect takes a share between 0 and 1' },
  { argv: ['main', '--select', 'stedy'], says: 'did you mean "steady"' },
  { argv: ['main', '--select', 'steady/sam'], says: 'did you mean "steady/same"' },
  { argv: ['main', 'HEAD', '--select', 'steady/gone'], says: 'check out HEAD first' },
  { argv: ['main', 'nothing'], says: 'nothing is no commit of' },
  { argv: ['main', '--json', '--markdown'], says: '--json and --markdown exclude each other' },
])('refuses $argv before anything is checked out', async ({ argv, says }) => {
  const { code, err } = await bench(root, ['ab', ...argv]);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(says) });
  expect(err).not.toContain('checking out');
  expect(repository.leftovers()).toEqual([]);
});
