// Each condition that stands between a stranger and something that he must not have, over every event that he can bring about.
import { expect, test } from 'vitest';
import { titleForm } from '../flow/title.ts';
import { ended, plainEvent, pullEvents } from '../testing/events.ts';
import type { PullEvent } from '../testing/events.ts';
import { holds, interpolate } from '../testing/expression.ts';
import { jobOf, needsOf, workflow } from '../testing/workflow.ts';

const fork = { head_repository: { full_name: 'stranger/r' } };

// What starts at all, and what the title of the run says.
const expected: { readonly [event in PullEvent]: readonly string[] } = {
  'label bench on a branch of the repository': ['admit'],
  'label bench on a fork': ['admit'],
  // The job that starts is main's own code, which asks GitHub who may: flow/admit.test.ts.
  'label bench by an outsider': ['admit'],
  'label bench, run again': ['admit'],
  'another label': [],
  'another label beside bench': [],
  'a label that looks like bench': [],
  'a push': [],
  'a push to what is labelled': ['drop-label'],
  'opened again with the label': ['drop-label'],
  'a new title': [],
  'another base': ['drop-label'],
};

const names = Object.keys(expected) as readonly PullEvent[];

test.for(names)('%s starts what it should', (name) => {
  const { jobs } = workflow('pull-request.yml');
  const first = Object.entries(jobs).filter(([, job]) => needsOf(job).length === 0);
  const started = first.filter(([, job]) => holds(job.if, pullEvents[name])).map(([job]) => job);
  expect(started).toEqual(expected[name]);
});

test.for(names)('of %s the hosted half hears where it measures, and of nothing else', (name) => {
  const title = interpolate(workflow('pull-request.yml')['run-name'] ?? '', pullEvents[name]);
  expect(titleForm.test(title)).toBe(expected[name].includes('admit'));
  expect(holds(jobOf('pull-comment.yml', 'report').if, ended({ display_title: title }))).toBe(
    expected[name].includes('admit'),
  );
});

test('a newer commit ends a measurement, and nothing else does', () => {
  const { concurrency } = workflow('pull-request.yml');
  const groupOf = (name: PullEvent) => interpolate(concurrency?.group ?? '', pullEvents[name]);
  const measured = groupOf('label bench on a fork');
  expect(concurrency?.['cancel-in-progress']).toBe(true);
  expect(names.filter((name) => groupOf(name) === measured)).toEqual(
    names.filter(
      (name) =>
        ![
          'another label',
          'another label beside bench',
          'a label that looks like bench',
          'a new title',
        ].includes(name),
    ),
  );
});

test('a pull request starts no other workflow that has the machine with the GPU', () => {
  expect(Object.keys(workflow('bench.yml').on)).toEqual(['push', 'workflow_dispatch']);
  expect(workflow('bench.yml').on['push']).toEqual({ branches: ['main'] });
  expect(Object.keys(workflow('pull-request.yml').on)).toEqual(['pull_request_target']);
  expect(workflow('pull-request.yml').on['pull_request_target']).toMatchObject({ branches: ['main'] });
});

test.for([
  ['success', 'success', {}, true],
  ['success', 'failure', { failed: true }, true],
  ['success', 'skipped', {}, false],
  ['success', 'cancelled', { cancelled: true }, false],
  ['failure', 'skipped', { failed: true }, false],
  ['failure', 'success', { failed: true }, false],
  ['skipped', 'skipped', {}, false],
  ['cancelled', 'failure', { cancelled: true }, false],
] as const)('after admit %s and measure %s confirm runs: %s', ([admit, measure, standing, runs]) => {
  const job = jobOf('pull-request.yml', 'confirm');
  const needs = { admit: { result: admit }, measure: { result: measure } };
  expect(holds(job.if, { needs }, standing)).toBe(runs);
});

test.for([
  ['the workflow itself', {}, true],
  [
    'the workflow, as some answers write it',
    { path: '.github/workflows/pull-request.yml@refs/heads/main' },
    true,
  ],
  ['a measurement that failed', { conclusion: 'failure' }, true],
  ['a measurement that took too long', { conclusion: 'timed_out' }, true],
  // So GitHub calls a job whose minutes are over; of a newer commit the step itself says nothing.
  ['a measurement that was ended', { conclusion: 'cancelled' }, true],
  ['a measurement that nobody approved', { conclusion: 'action_required' }, false],
  ['a fork’s', fork, true],
  ['a renamed workflow', { path: '.github/workflows/evil.yml' }, false],
  ['a workflow whose file begins alike', { path: '.github/workflows/pull-request.yml.evil.yml' }, false],
  ['a pull request’s own copy of it', { event: 'pull_request' }, false],
  ['a push to a branch of that name', { event: 'push', head_branch: 'pull-request' }, false],
  ['a run that took the label off', { display_title: 'no measurement' }, false],
] as const)('the pull request is told of a run of %s: %s', ([, traits, told]) => {
  expect(holds(jobOf('pull-comment.yml', 'report').if, ended(traits))).toBe(told);
});

const bench = { name: 'bench', path: '.github/workflows/bench.yml', event: 'push', display_title: 'x' };

test.for([
  ['bench of a push to main', ended(bench), true],
  ['bench by hand', ended({ ...bench, event: 'workflow_dispatch' }), true],
  ['ci of a push to main', ended({ ...bench, name: 'ci', path: '.github/workflows/ci.yml' }), true],
  ['what failed', ended({ ...bench, conclusion: 'failure' }), true],
  ['what was cancelled', ended({ ...bench, conclusion: 'cancelled' }), false],
  [
    'ci of a pull request',
    ended({ ...bench, name: 'ci', path: '.github/workflows/ci.yml', event: 'pull_request' }),
    false,
  ],
  [
    'ci of a fork whose branch is called main',
    ended({ ...bench, ...fork, name: 'ci', event: 'pull_request' }),
    false,
  ],
  ['a push to a fork', ended({ ...bench, ...fork }), false],
  ['a workflow renamed to bench', ended({ ...bench, path: '.github/workflows/evil.yml' }), false],
  ['the measurement of a pull request', ended({}), false],
  ['bench, as some answers write it', ended({ ...bench, path: `${bench.path}@refs/heads/main` }), true],
  ['a workflow whose file begins alike', ended({ ...bench, path: `${bench.path}.evil.yml` }), false],
  ['by hand on main', plainEvent('workflow_dispatch', 'refs/heads/main'), true],
  ['by hand on a branch', plainEvent('workflow_dispatch', 'refs/heads/topic'), false],
] as const)('the dashboard records %s: %s', ([, contexts, records]) => {
  expect(holds(jobOf('dashboard.yml', 'record').if, contexts)).toBe(records);
});

test.for([
  [plainEvent('push', 'refs/heads/main'), true],
  [plainEvent('pull_request', 'refs/pull/12/merge'), false],
  [plainEvent('push', 'refs/heads/topic'), false],
] as const)('tests are evidence on main alone', ([contexts, is]) => {
  expect(holds(jobOf('ci.yml', 'evidence').if, contexts)).toBe(is);
});

test.for([
  [plainEvent('push', 'refs/tags/v1'), true],
  [plainEvent('workflow_dispatch', 'refs/heads/main'), true],
  [plainEvent('workflow_dispatch', 'refs/heads/topic'), false],
] as const)('an archive is attested of main and of releases alone', ([contexts, is]) => {
  expect(holds(jobOf('pack.yml', 'pack').if, contexts)).toBe(is);
});

test('a condition that is always true is found', () => {
  // The `}}` in the midst makes the whole a text, and every text is true.
  expect(holds('github.event.action == 1', pullEvents['a push'])).toBe(false);
  expect(holds("!cancelled() && 'x'", pullEvents['a push'])).toBe(true);
});
