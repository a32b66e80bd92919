// What GitHub's runner gives a step becomes data, and what is decided becomes outputs.
import { appendFileSync, readFileSync } from 'node:fs';
import { patient } from './api/attempt.ts';
import { createClient } from './api/client.ts';
import type { Client } from './api/client.ts';

/** The variables of a step. */
export type Env = { readonly [name: string]: string | undefined };

function given(env: Env, name: string): string {
  const text = env[name];
  if (text === undefined || text === '')
    throw new Error(`${name} is not set: this is a step of GitHub Actions`);
  return text;
}

// Who writes what these steps write.
function authorIn(env: Env): string {
  return env['COMMENT_AUTHOR'] || 'github-actions[bot]';
}

interface Step {
  readonly env: Env;
  readonly client: Client;
  readonly repository: string;
  readonly event: unknown;
}

// Each brings its own modules: what drops a label runs where nothing is installed.
const commands: { readonly [name: string]: (step: Step) => Promise<string> } = {
  admit: async ({ env, ...step }) => {
    const { admit } = await import('./flow/admit.ts');
    const admitted = await admit({
      ...step,
      actor: given(env, 'GITHUB_TRIGGERING_ACTOR'),
      shards: env['SHARDS'] || '1',
    });
    // Numbers, hexadecimal digits and JSON of our own: no line of them ends another.
    const lines = Object.entries(admitted).map(([name, value]) => `${name}=${value}\n`);
    appendFileSync(given(env, 'GITHUB_OUTPUT'), lines.join(''));
    return `#${admitted.number}: ${admitted.merge} may be measured`;
  },
  'drop-label': async ({ env, ...step }) => {
    const { dropLabel } = await import('./flow/drop-label.ts');
    return dropLabel({ ...step, author: authorIn(env) });
  },
  'publish-site': async ({ client, repository }) => {
    const { publishSite } = await import('./flow/site.ts');
    return publishSite(client, repository);
  },
  'site-address': async ({ client, repository }) => {
    const { siteAddress } = await import('./flow/site.ts');
    return siteAddress(client, repository);
  },
  'tell-week': async ({ env, client, repository }) => {
    const { tellWeek } = await import('./flow/week.ts');
    return tellWeek({ client, repository, author: authorIn(env), file: given(env, 'TREND_FILE') });
  },
  report: async ({ env, ...step }) => {
    const { reportRun } = await import('./flow/report.ts');
    const { readFailOn, readFamilyFolders, readSite } = await import('./flow/settings.ts');
    const { siteAddress } = await import('./flow/site.ts');
    const { siteOf } = await import('./comment/links.ts');
    return reportRun({
      ...step,
      failOn: readFailOn(env['FAIL_ON']),
      site: readSite(env['SITE_URL']) ?? siteOf(await siteAddress(step.client, step.repository)),
      folders: readFamilyFolders(env['GITHUB_WORKSPACE'] ?? '.'),
      author: authorIn(env),
    });
  },
};

/** Does what a step asks for and returns a sentence on it. Throws with the reason where it must not be done. */
export async function runStep([name = '', ...rest]: readonly string[], env: Env): Promise<string> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command || rest.length > 0) throw new Error(`give one of ${Object.keys(commands).join(', ')}`);
  const repository = given(env, 'GITHUB_REPOSITORY');
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository))
    throw new Error(`GITHUB_REPOSITORY is ${repository}, not owner/name`);
  const baseMs = Number(env['API_PAUSE_MS'] ?? patient.baseMs);
  const client = createClient({
    url: given(env, 'GITHUB_API_URL').replace(/\/$/, ''),
    token: given(env, 'GITHUB_TOKEN'),
    patience: { ...patient, baseMs },
  });
  return command({
    env,
    client,
    repository,
    event: JSON.parse(readFileSync(given(env, 'GITHUB_EVENT_PATH'), 'utf8')),
  });
}
