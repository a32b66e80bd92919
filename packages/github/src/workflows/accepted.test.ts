// GitHub's own parser takes every workflow and action of this repository, and refuses what is wrong with one.
import { expect, test } from 'vitest';
import { faultsOf, workflow, workflows } from '../testing/workflow.ts';

test.for([...workflows.keys()])('%s is a workflow', async (name) => {
  expect(await faultsOf(name, workflow(name).text)).toEqual([]);
});

const good = workflow('pull-request.yml').text;

test.for([
  ['a key that there is not', good.replace('timeout-minutes:', 'timeout-minuts:'), 'timeout-minuts'],
  [
    'an event that there is not',
    good.replace('pull_request_target:', 'pull_request_traget:'),
    'pull_request_traget',
  ],
  ['a context that there is not', good.replace('github.event.action ==', 'githib.event.action =='), 'githib'],
  ['a function that there is not', good.replace('contains(fromJSON', 'contain(fromJSON'), 'contain'],
  ['a job that there is not', good.replace('needs: admit', 'needs: admitted'), 'admitted'],
  [
    'a permission that there is not',
    good.replace('pull-requests: write', 'pull-request: write'),
    'pull-request',
  ],
  ['a torn file', good.slice(0, good.indexOf('runs-on')), ''],
] as const)('%s is refused', async ([, text, why]) => {
  expect(text).not.toBe(good);
  expect((await faultsOf('pull-request.yml', text)).join('\n')).toContain(why);
  expect(await faultsOf('pull-request.yml', text)).not.toEqual([]);
});
