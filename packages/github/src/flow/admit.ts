// Before a GPU job: whether somebody who may has labelled this very commit, and what exactly is to be checked out. It runs code of the
// default branch, and looks at GitHub once more after the reviewers of the environment have agreed.
import { ApiFailure } from '../api/client.ts';
import type { Client } from '../api/client.ts';
import { parentsOf } from '../api/commits.ts';
import { fieldOf, listIn, numberIn, shaForm, textIn } from '../api/fields.ts';

/** What is asked of GitHub. */
export interface Admission {
  readonly client: Client;
  /** `owner/name`. */
  readonly repository: string;
  /** The event `pull_request_target`. */
  readonly event: unknown;
  /** Who started this attempt: not the one who labelled, where the run is started again. */
  readonly actor: string;
  /** How many machines share the work. */
  readonly shards: string;
}

/** The outputs of the job. */
export interface Admitted {
  readonly number: number;
  readonly head: string;
  readonly base: string;
  readonly merge: string;
  /** JSON: `["1/2", "2/2"]`. */
  readonly shards: string;
}

/** Says why a commit is not measured. */
export class Refusal extends Error {
  override name = 'Refusal' as const;
}

/** The label that starts a measurement. */
export const label = 'bench';

/** What may be measured. Throws Refusal with the reason and the remedy. */
export async function admit({ client, repository, event, actor, shards }: Admission): Promise<Admitted> {
  if (fieldOf(event, 'action') !== 'labeled' || fieldOf(event, 'label.name') !== label)
    throw new Refusal(`this event is no label ${label}`);
  const number = numberIn(event, 'pull_request.number');
  const head = textIn(event, 'pull_request.head.sha', shaForm);
  for (const login of new Set([textIn(event, 'sender.login'), actor]))
    await refuseOutsider(client, repository, login);
  if (fieldOf(event, 'repository.private') !== true) await refuseUnguarded(client, repository);
  const pull = await client.request(`/repos/${repository}/pulls/${number}`);
  refuseChanged(pull, { number, head, branch: textIn(event, 'pull_request.base.ref') });
  const merge = await mergeOf(client, repository, pull);
  const [base, second] = await parentsOf(client, repository, merge);
  if (base === undefined || second !== head)
    throw new Refusal(`${merge} is no merge of ${head}: take the label off and put it on again`);
  return { number, head, base, merge, shards: JSON.stringify(shardsOf(shards)) };
}

const names = /^[A-Za-z0-9-]{1,39}(?:\[bot\])?$/;

async function refuseOutsider(client: Client, repository: string, login: string): Promise<void> {
  if (!names.test(login)) throw new Refusal(`${JSON.stringify(login)} is no name of GitHub`);
  const path = `/repos/${repository}/collaborators/${encodeURIComponent(login)}/permission`;
  const permission = fieldOf(await client.request(path), 'permission');
  if (permission !== 'admin' && permission !== 'write')
    throw new Refusal(`${login} may not write to ${repository}: somebody who may must put the label on`);
}

/** The environment that the job of this step waits in. */
const environment = 'gpu-pull-requests';

// GitHub makes an environment of that name without any rule where nobody has set one up: then nobody has been asked.
async function refuseUnguarded(client: Client, repository: string): Promise<void> {
  const rules = listIn(await environmentOf(client, repository), 'protection_rules');
  const isGuarded = rules.some(
    (rule) => fieldOf(rule, 'type') === 'required_reviewers' && listIn(rule, 'reviewers').length > 0,
  );
  if (!isGuarded)
    throw new Refusal(
      `the environment ${environment} has no required reviewers: name some under Settings → Environments`,
    );
}

async function environmentOf(client: Client, repository: string): Promise<unknown> {
  try {
    return await client.request(`/repos/${repository}/environments/${environment}`);
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return null;
    throw error;
  }
}

interface Labelled {
  readonly number: number;
  readonly head: string;
  readonly branch: string;
}

function refuseChanged(pull: unknown, { number, head, branch }: Labelled): void {
  if (fieldOf(pull, 'state') !== 'open') throw new Refusal(`#${number} is not open`);
  const target = textIn(pull, 'base.ref');
  if (target !== branch)
    throw new Refusal(`#${number} is for ${target}, and was for ${branch} when it was labelled`);
  if (textIn(pull, 'head.sha', shaForm) !== head)
    throw new Refusal(
      `#${number} has another commit than ${head}, which was labelled: look at it and label it again`,
    );
  const labels = listIn(pull, 'labels').map((each) => fieldOf(each, 'name'));
  if (!labels.includes(label)) throw new Refusal(`#${number} has lost the label ${label}`);
}

// GitHub makes the merge when somebody asks for the pull request, and answers before it has.
async function mergeOf(client: Client, repository: string, asked: unknown): Promise<string> {
  let pull = asked;
  for (let attempt = 1; fieldOf(pull, 'mergeable') === null && attempt <= 5; attempt++) {
    await client.pause(attempt);
    pull = await client.request(`/repos/${repository}/pulls/${numberIn(pull, 'number')}`);
  }
  if (fieldOf(pull, 'mergeable') !== true)
    throw new Refusal('the pull request cannot be merged: resolve its conflicts, and label it again');
  return textIn(pull, 'merge_commit_sha', shaForm);
}

const mostShards = 16;

function shardsOf(text: string): readonly string[] {
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > mostShards)
    throw new Refusal(`the variable BENCH_SHARDS is ${JSON.stringify(text)}: it takes 1 to ${mostShards}`);
  return Array.from({ length: count }, (_, at) => `${at + 1}/${count}`);
}
