// Pull requests from their commit to their comment: real kernels on the software adapter, the steps of the workflow as they are
// written, real git, and a server that speaks GitHub's API.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { conclusionOf } from '@kernel-ladder/publish/compare';
import { parseConfirmed } from '@kernel-ladder/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleForge } from '../testing/forge.ts';
import type { Forge } from '../testing/forge.ts';
import { asProcess, ran, step } from '../testing/step.ts';
import { zipOf } from '../testing/zip.ts';
import { createWorkspace } from './workspace.ts';

const workspace = createWorkspace();
const { root, git } = workspace;
afterAll(() => workspace.remove());

const kernel = 'packages/kernel-planted/src/kernels/double.wgsl';
const family = 'packages/kernel-planted/src/family.ts';
const base = git('rev-parse', 'HEAD');

beforeAll(async () => {
  await workspace.bench('--suite', 'quick', '--software', '--out', 'results/base.json');
  // The branch bench-data, as the job checks it out.
  await workspace.bench('record', 'results/base.json', '--history', 'results/data/dashboard/history');
});

type Change = (text: string) => string;

interface Pull {
  readonly head: string;
  readonly merge: string;
}

// What GitHub makes of a branch: a merge of its head into the base.
function openPull(subject: string, change: Change, changeFamily: Change = (text) => text): Pull {
  git('switch', '--quiet', '--detach', base);
  workspace.write(kernel, change);
  workspace.write(family, changeFamily);
  const head = workspace.commit(subject);
  git('switch', '--quiet', '--detach', base);
  git('merge', '--quiet', '--no-ff', '-m', 'Merge', head);
  return { head, merge: git('rev-parse', 'HEAD') };
}

async function measure(shards: readonly string[], weather = 'good') {
  for (const name of ['shards', 'run.json', 'run.kernels.ndjson', 'confirmed.json'])
    rmSync(join(root, 'results', name), { recursive: true, force: true });
  const codes = [];
  for (const [at, shard] of shards.entries()) {
    const env = { SUITE: 'quick', SHARD: shard, PLANTED_WEATHER: weather };
    codes.push((await workspace.step('measure', 'Run the suite', env)).code);
    // Up and down again as artifacts.
    const folder = join(root, 'results/shards', `shard-${at}`);
    mkdirSync(folder, { recursive: true });
    for (const name of ['run.json', 'run.kernels.ndjson']) {
      if (existsSync(join(root, 'results', name))) cpSync(join(root, 'results', name), join(folder, name));
      rmSync(join(root, 'results', name), { force: true });
    }
  }
  return codes;
}

async function confirm() {
  const united = await workspace.step('confirm', 'unite-shards.sh', {});
  const ended = await workspace.step('confirm', 'Confirm what looks changed', {
    BASE: base,
    FAIL_ON: 'confirmed',
    RECORDED: 'success',
  });
  if (united.code !== 0) throw new Error(united.said);
  const file = join(root, 'results/confirmed.json');
  return { ended, confirmed: parseConfirmed(file, JSON.parse(readFileSync(file, 'utf8'))) };
}

async function told({ head, merge }: Pull): Promise<Forge> {
  const names = ['confirmed.json', 'run.json', 'run.kernels.ndjson'];
  const zip = zipOf(names.map((name) => ({ name, data: readFileSync(join(root, 'results', name)) })));
  const forge = sampleForge();
  forge.pull.head.sha = head;
  forge.parents[merge] = [base, head];
  forge.main.push(base);
  const changed = git('diff', '--name-only', base, head).split('\n');
  forge.files.splice(0, 1, ...changed.map((filename) => ({ filename })));
  forge.contents[kernel] = git('show', `${head}:${kernel}`);
  forge.artifacts.push({ id: 5, name: 'bench', size_in_bytes: zip.length, expired: false, zip });
  const { code, err } = await step(forge, 'report', ran({ display_title: `bench #12 at ${head}` }), {
    run: asProcess,
  });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return forge;
}

test('a change that changes nothing is cleared, over two shards', async () => {
  const pull = openPull('Say it in other words', (text) => `// In other words.\n${text}`);
  expect(await measure(['1/2', '2/2'])).toEqual([0, 0]);
  const { ended, confirmed } = await confirm();
  expect({ code: ended.code, head: confirmed.head, recorded: confirmed.recorded }).toEqual({
    code: 0,
    head: pull.merge,
    recorded: base,
  });
  expect(confirmed.compared.map(({ verdict }) => verdict)).not.toContain('REGRESSED');
  expect(confirmed.compared).toHaveLength(2);
  const forge = await told(pull);
  // On a machine that is busy with other things turns may not decide.
  const { conclusion } = conclusionOf(confirmed, 'confirmed');
  expect(['success', 'neutral']).toContain(conclusion);
  expect(forge.checks[0]!.body['conclusion']).toBe(conclusion);
  expect(forge.comments[0]!.body).not.toMatch(/REGRESSED|Its own word|not measured/);
});

// What an author may call his commit. It reaches the run file, and no shell, page or log that would obey it.
const hostile = '$(touch owned) `touch owned` @octocat <img src=x> ::error::owned ${{ github.token }}';

const slowDown: Change = (text) => text.replace('ROUNDS = 50u', 'ROUNDS = 800u');

test('a kernel that got slower is REGRESSED, and the remark stands at its entry point', async () => {
  const pull = openPull(hostile, slowDown);
  expect(await measure(['1/1'])).toEqual([0]);
  const { ended, confirmed } = await confirm();
  expect(ended.code).toBe(1);
  const slower = confirmed.compared.filter(({ verdict }) => verdict === 'REGRESSED');
  expect(slower).toMatchObject([{ id: 'planted/double/n=1024,f32', inTurns: true, sameKernelHash: false }]);
  const forge = await told(pull);
  expect(forge.checks[0]).toMatchObject({
    body: { conclusion: 'failure', head_sha: pull.head },
    annotations: [{ path: kernel, start_line: 9, annotation_level: 'failure' }],
  });
  expect(forge.comments[0]!.body).toContain('**This change makes kernels slower.**');
  expect(forge.comments[0]!.body).not.toMatch(/octocat|<img/);
  expect(existsSync(join(root, 'owned'))).toBe(false);
  expect(forge.comments[0]!.body).toContain(
    `bench ab ${base.slice(0, 12)} --select 'planted/double/n=1024,f32'`,
  );
});

test('a kernel that got slower under another name gets no green, and what it changed is named', async () => {
  const pull = openPull('Find a better name', slowDown, (text) =>
    text.replace("name: 'double'", "name: 'twice'"),
  );
  expect(await measure(['1/1'])).toEqual([0]);
  const { confirmed } = await confirm();
  expect(confirmed).toMatchObject({
    gone: ['planted/double/n=1024,f32'],
    added: ['planted/twice/n=1024,f32'],
  });
  const forge = await told(pull);
  expect(forge.checks[0]!.body['conclusion']).toBe('neutral');
  expect(forge.comments[0]!.body).toContain("**1 of the base's kernels were not measured**");
  expect(forge.comments[0]!.body).toContain(
    `**Its own word**: this change is more than text of kernels. \`${family}\` took part`,
  );
});

test('a kernel that got wrong newly fails, and has no time', async () => {
  const pull = openPull('Make it wrong', (text) => text.replace('2.0 * values', '2.5 * values'));
  expect(await measure(['1/1'])).toEqual([1]);
  const { ended, confirmed } = await confirm();
  expect(ended.code).toBe(1);
  expect(confirmed.newlyFailing).toMatchObject([
    { id: 'planted/double/n=1024,f32', reason: { code: 'wrong-result' } },
  ]);
  expect(confirmed.compared.map(({ id }) => id)).toEqual(['planted/other/n=1024,f32']);
  const forge = await told(pull);
  expect(forge.checks[0]).toMatchObject({
    body: { conclusion: 'failure' },
    annotations: [{ path: kernel, start_line: 9 }],
  });
  expect(forge.comments[0]!.body).toContain('**This change breaks kernels that pass in the base.**');
});

test('a machine in bad weather accuses nobody', async () => {
  const pull = openPull('Say it in better words', (text) => `// In better words.\n${text}`);
  // Every kernel takes several times as long in there, and one crashes.
  expect(await measure(['1/1'], 'bad')).toEqual([1]);
  const { ended, confirmed } = await confirm();
  expect(ended.code).toBe(0);
  expect(confirmed.failedOnce.map(({ id }) => id)).toEqual(['planted/other/n=1024,f32']);
  expect(confirmed.compared.map(({ verdict }) => verdict)).not.toContain('REGRESSED');
  const forge = await told(pull);
  // No accusation, and no clearance either: a race fails once as well.
  expect(forge.checks[0]!.body['conclusion']).toBe('neutral');
  expect(forge.comments[0]!.body).toContain('Failed once, and passed when launched again');
});
