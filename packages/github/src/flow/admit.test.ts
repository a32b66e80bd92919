// Who may have a commit measured, and which commit that is.
import { expect, test } from 'vitest';
import { marker } from '../comment/marker.ts';
import { sampleForge } from '../testing/forge.ts';
import type { Forge } from '../testing/forge.ts';
import { asProcess, base, head, labelled, merge, step } from '../testing/step.ts';

test('a label of a maintainer admits the merge of the labelled commit', async () => {
  const { code, outputs } = await step(sampleForge(), 'admit', labelled(), {
    env: { SHARDS: '2' },
    run: asProcess,
  });
  expect(code).toBe(0);
  expect(outputs).toBe(`number=12\nhead=${head}\nbase=${base}\nmerge=${merge}\nshards=["1/2","2/2"]\n`);
});

test.for([
  ['a label of an outsider', labelled('outsider'), {}, 'outsider may not write to o/r'],
  [
    'a label of somebody who may label and not write',
    labelled('triager'),
    {},
    'triager may not write to o/r',
  ],
  ['a label of nobody', labelled('../../users/maintainer'), {}, 'is no name of GitHub'],
  [
    'a second attempt by an outsider',
    labelled(),
    { GITHUB_TRIGGERING_ACTOR: 'outsider' },
    'outsider may not write',
  ],
  ['a push', { ...labelled(), action: 'synchronize' }, {}, 'this event is no label bench'],
  ['another label', { ...labelled(), label: { name: 'bench ' } }, {}, 'this event is no label bench'],
  [
    'another commit than the labelled one',
    labelled('maintainer', 'd'.repeat(40)),
    {},
    'which was labelled: look at it and label it again',
  ],
  [
    'a commit that is none',
    labelled('maintainer', 'main'),
    {},
    'GitHub says "main" for pull_request.head.sha',
  ],
  ['shards of any number', labelled(), { SHARDS: '1000' }, 'the variable BENCH_SHARDS is "1000"'],
] as const)('%s admits nothing', async ([, event, env, why]) => {
  const { code, err, outputs } = await step(sampleForge(), 'admit', event, { env });
  expect({ code, outputs }).toEqual({ code: 1, outputs: '' });
  expect(err).toContain(why);
});

test.for([
  ['no environment', (forge: Forge): unknown => delete forge.environments['gpu-pull-requests']],
  [
    'no reviewers',
    (forge: Forge): unknown => (forge.environments['gpu-pull-requests'] = [{ type: 'branch_policy' }]),
  ],
  [
    'an empty list of them',
    (forge: Forge): unknown =>
      (forge.environments['gpu-pull-requests'] = [{ type: 'required_reviewers', reviewers: [] }]),
  ],
] as const)('%s is no second lock, and admits nothing', async ([, change]) => {
  const forge = sampleForge();
  change(forge);
  const { code, err, outputs } = await step(forge, 'admit', labelled());
  expect({ code, outputs }).toEqual({ code: 1, outputs: '' });
  expect(err).toContain('the environment gpu-pull-requests has no required reviewers');
  // GitHub has no reviewers for private repositories of most plans; no stranger gets there.
  const own = { ...labelled(), repository: { private: true } };
  expect(await step(forge, 'admit', own)).toMatchObject({ code: 0 });
});

test.for([
  [
    'another base',
    (forge: Forge): unknown => (forge.pull.base.ref = 'topic'),
    '#12 is for topic, and was for main when it was labelled',
  ],
  ['a closed pull request', (forge: Forge): unknown => (forge.pull.state = 'closed'), '#12 is not open'],
  [
    'a label that was taken off',
    (forge: Forge): unknown => (forge.pull.labels = []),
    '#12 has lost the label bench',
  ],
  ['conflicts', (forge: Forge): unknown => (forge.pull.mergeable = false), 'cannot be merged'],
  [
    'a merge of another commit',
    (forge: Forge): unknown => (forge.parents[merge] = [base, 'd'.repeat(40)]),
    'is no merge of',
  ],
  ['a merge that is not there', (forge: Forge): unknown => delete forge.parents[merge], 'is no merge of'],
] as const)('%s admits nothing', async ([, change, why]) => {
  const forge = sampleForge();
  change(forge);
  const { code, err, outputs } = await step(forge, 'admit', labelled());
  expect({ code, outputs }).toEqual({ code: 1, outputs: '' });
  expect(err).toContain(why);
});

test('a merge that GitHub has yet to make is waited for', async () => {
  const forge = sampleForge();
  forge.pull.mergeable = null;
  const { code } = await step(forge, 'admit', labelled());
  expect(code).toBe(0);
  expect(forge.asked.filter((each) => each === 'GET /repos/o/r/pulls/12')).toHaveLength(2);
});

test('a push takes the label off, and where it is gone already nothing is wrong', async () => {
  const forge = sampleForge();
  const first = await step(forge, 'drop-label', { ...labelled(), action: 'synchronize' });
  expect(forge.pull.labels).toEqual([]);
  const second = await step(forge, 'drop-label', { ...labelled(), action: 'synchronize' });
  expect([first.code, second.code]).toEqual([0, 0]);
});

test('a label that is dropped takes the verdict of the old commit with it', async () => {
  const forge = sampleForge();
  const push = { action: 'synchronize', pull_request: { number: 12 } };
  forge.comments.push({ id: 7, user: { login: 'octocat' }, body: `${marker}\nmine` });
  forge.comments.push({ id: 8, user: { login: 'github-actions[bot]' }, body: `${marker}\n### all is well` });
  expect(await step(forge, 'drop-label', push, { run: asProcess })).toMatchObject({ code: 0, err: '' });
  expect(forge.comments[0]!.body).toBe(`${marker}\nmine`);
  const said = forge.comments[1]!.body;
  expect(said).toMatch(new RegExp(`^${marker}\n> \\*\\*Outdated\\*\\*.*\n\n### all is well$`));
  await step(forge, 'drop-label', push);
  expect(forge.comments[1]!.body).toBe(said);
});
