// What GitHub would tell a workflow, for each way in which somebody could start one.
import type { Contexts } from './expression.ts';

const [head, other] = ['c'.repeat(40), 'd'.repeat(40)];

const pull = (labels: readonly string[], traits: object = {}) => ({
  number: 12,
  labels: labels.map((name) => ({ name })),
  head: { sha: head, ref: 'topic', repo: { full_name: 'o/r', fork: false } },
  base: { ref: 'main', sha: other },
  ...traits,
});

const fork = { head: { sha: head, ref: 'main', repo: { full_name: 'stranger/r', fork: true } } };

function target(event: object, more: object = {}): Contexts {
  return {
    github: {
      event_name: 'pull_request_target',
      ref: 'refs/heads/main',
      repository: 'o/r',
      run_id: '99',
      event,
      ...more,
    },
  };
}

/** Events of a pull request, as `pull_request_target` has them. */
export const pullEvents = {
  'label bench on a branch of the repository': target({
    action: 'labeled',
    label: { name: 'bench' },
    pull_request: pull(['bench']),
  }),
  'label bench on a fork': target({
    action: 'labeled',
    label: { name: 'bench' },
    pull_request: pull(['bench'], fork),
  }),
  'label bench by an outsider': target({
    action: 'labeled',
    label: { name: 'bench' },
    sender: { login: 'outsider' },
    pull_request: pull(['bench'], fork),
  }),
  'label bench, run again': target(
    { action: 'labeled', label: { name: 'bench' }, pull_request: pull(['bench']) },
    { run_attempt: '2', triggering_actor: 'outsider' },
  ),
  'another label': target({ action: 'labeled', label: { name: 'docs' }, pull_request: pull(['docs']) }),
  'another label beside bench': target({
    action: 'labeled',
    label: { name: 'docs' },
    pull_request: pull(['bench', 'docs'], fork),
  }),
  'a label that looks like bench': target({
    action: 'labeled',
    label: { name: 'bench-me' },
    pull_request: pull(['bench-me']),
  }),
  'a push': target({ action: 'synchronize', pull_request: pull([]) }),
  'a push to what is labelled': target({ action: 'synchronize', pull_request: pull(['bench'], fork) }),
  'opened again with the label': target({ action: 'reopened', pull_request: pull(['bench']) }),
  'a new title': target({
    action: 'edited',
    changes: { title: { from: 'bench' } },
    pull_request: pull(['bench']),
  }),
  'another base': target({
    action: 'edited',
    changes: { base: { ref: { from: 'old' } } },
    pull_request: pull(['bench']),
  }),
} as const;

/** One of them. */
export type PullEvent = keyof typeof pullEvents;

/** The end of another workflow's run. */
export function ended(traits: object): Contexts {
  const run = {
    name: 'pull-request',
    path: '.github/workflows/pull-request.yml',
    event: 'pull_request_target',
    conclusion: 'success',
    display_title: `bench #12 at ${head}`,
    head_branch: 'main',
    head_repository: { full_name: 'o/r' },
    ...traits,
  };
  return {
    github: {
      event_name: 'workflow_run',
      ref: 'refs/heads/main',
      repository: 'o/r',
      event: { workflow_run: run },
    },
  };
}

/** A push or a pull request, as ci has them. */
export function plainEvent(name: 'push' | 'pull_request' | 'workflow_dispatch', ref: string): Contexts {
  return { github: { event_name: name, ref, repository: 'o/r', sha: head, event: {} } };
}
