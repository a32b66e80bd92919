import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { onCard, runOfDay, samplePeer, steadyDays } from '@kernel-ladder/publish/testing';
import type { Run } from '@kernel-ladder/schema';
import { bench, createWorkspace } from '../../fixtures/testing.ts';

const slower = runOfDay(20, { one: 105_000, two: 50_010, fresh: 7000 });

/** A workspace whose history has some runs. */
function workspaceOf(history: readonly Run[]): string {
  const { root, remove } = createWorkspace();
  afterAll(remove);
  const folder = join(root, 'history', slower.machine.key);
  mkdirSync(folder, { recursive: true });
  for (const run of history) {
    const { date, sha } = run.run.commit;
    writeFileSync(join(folder, `${date.slice(0, 10)}-${sha.slice(0, 8)}.json`), JSON.stringify(run));
  }
  return root;
}

test('speaks up when a run joins the history, and fails nothing', async () => {
  const root = workspaceOf(steadyDays);
  writeFileSync(join(root, 'slower.json'), JSON.stringify(slower));
  const { code, err } = await bench(root, ['record', 'slower.json', '--history', 'history']);
  expect(code).toBe(0);
  expect(err).toMatch(/SUSPECT {2}reduce\/one\/n=1024,f32: \+[45]\.\d % \(q <0\.001\)/);
  expect(err).toContain(`pnpm bench ab 15151515 --select 'reduce/one/n=1024,f32'`);
});

test('names a suspect that ran on another card than its history', async () => {
  const root = workspaceOf(steadyDays.map((run) => onCard(run, 1)));
  writeFileSync(join(root, 'slower.json'), JSON.stringify(onCard(slower, 2)));
  const { err } = await bench(root, ['record', 'slower.json', '--history', 'history']);
  expect(err).toMatch(/SUSPECT {2}reduce\/one\/.*\), another card: 11111111 → 22222222\n/);
  expect(err).toContain(
    'it may be the card alone, since two of one model differ by some per cent: bench ab measures both commits on one card\n',
  );
});

test('says of a machine whose noise nobody knows that it is guessed, and how to know it', async () => {
  const root = workspaceOf(steadyDays);
  writeFileSync(join(root, 'slower.json'), JSON.stringify(slower));
  const { err } = await bench(root, ['record', 'slower.json', '--history', 'history']);
  expect(err).toContain(
    '1 of them has no A/A launches on this machine, so that its noise is guessed: pnpm bench aa --if-new tells it\n',
  );
});

test.for([
  ['throttle:fma +9.0 %', 'its clock fell for a while (throttle:fma +9.0 %): see to cooling'],
  ['contended:fma 4.1 %', 'something else used its GPU (contended:fma 4.1 %): leave the GPU to one run'],
] as const)(
  'a machine that did not hold still is told as such, and nothing is called slower: %s',
  async ([reason, says]) => {
    const root = workspaceOf(steadyDays);
    const results = slower.results.map((result) => ({
      ...result,
      comparable: false,
      comparableReasons: [reason.startsWith('contended') ? 'contended' : 'unstable-session'],
    }));
    const sessions = [{ ...slower.sessions[0]!, stable: false, reasons: [reason] }];
    writeFileSync(join(root, 'shared.json'), JSON.stringify({ ...slower, results, sessions }));
    const { code, err } = await bench(root, ['record', 'shared.json', '--history', 'history']);
    expect(code).toBe(0);
    expect(err).toContain(`the machine did not hold still, timings not judged: ${says}`);
    expect(err).not.toContain('SUSPECT');
  },
);

function withPeers(run: Run, ns: number, version: string): Run {
  const peers = ['torch', 'cub'].map((variant) => samplePeer(variant, ns, version));
  return { ...run, results: [...run.results, ...peers] };
}

test('says which peers are others than before, and suspects none of being slower', async () => {
  const root = workspaceOf(steadyDays.map((run) => withPeers(run, 1000, '2.11')));
  const newest = withPeers(runOfDay(20, { one: 100_000, two: 50_000 }), 3000, '2.12');
  writeFileSync(join(root, 'newest.json'), JSON.stringify(newest));
  const { code, err } = await bench(root, ['record', 'newest.json', '--history', 'history']);
  expect(code).toBe(0);
  expect(err).toContain(
    'peer changed: reduce/torch, reduce/cub: version 2.11 → 2.12; its times are a new series',
  );
  expect(err).not.toContain('SUSPECT');
});
