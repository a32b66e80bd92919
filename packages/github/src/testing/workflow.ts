// The workflows of this repository as plain data, after GitHub's own parser has taken them.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { parse } from 'yaml';

/** The repository. */
export const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** A step as it is written. */
export interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: { readonly [name: string]: string | number | boolean };
  readonly env?: { readonly [name: string]: string };
}

/** A job as it is written. */
export interface Job {
  readonly if?: string;
  readonly needs?: string | readonly string[];
  readonly environment?: string | { readonly name: string };
  readonly permissions?: { readonly [scope: string]: string };
  readonly outputs?: { readonly [name: string]: string };
  readonly 'runs-on'?: string | readonly string[];
  readonly 'timeout-minutes'?: number;
  readonly steps?: readonly Step[];
}

/** A workflow as it is written. */
export interface Workflow {
  readonly file: string;
  readonly text: string;
  readonly name: string;
  readonly 'run-name'?: string;
  readonly on: { readonly [event: string]: { readonly [key: string]: unknown } | null };
  readonly permissions?: { readonly [scope: string]: string };
  readonly concurrency?: { readonly group: string; readonly 'cancel-in-progress': boolean | string };
  readonly jobs: { readonly [name: string]: Job };
}

/** All workflows by the name of their file. */
export const workflows: ReadonlyMap<string, Workflow> = new Map(
  globSync('.github/workflows/*.{yml,yaml}', { cwd: root })
    .toSorted()
    .map((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      // A border: GitHub's parser has the shape, in a test of its own.
      return [file.split('/').at(-1) ?? '', { ...(parse(text) as Workflow), file, text }];
    }),
);

/** What GitHub's parser has against a workflow. */
export async function faultsOf(name: string, content: string): Promise<readonly string[]> {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  if (value) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

/** One workflow of this repository. */
export function workflow(name: string): Workflow {
  const found = workflows.get(name);
  if (!found) throw new Error(`there is no workflow ${name}`);
  return found;
}

/** One of its jobs. */
export function jobOf(name: string, job: string): Job {
  const found = workflow(name).jobs[job];
  if (!found) throw new Error(`${name} has no job ${job}`);
  return found;
}

/** The word that a job gives to this package's command; throws where it gives none, or several. */
export function commandIn(file: string, job: string): string {
  const text = (jobOf(file, job).steps ?? []).map(({ run = '' }) => run).join('\n');
  const [word, ...rest] = [...text.matchAll(/node packages\/github\/src\/main\.ts ([a-z-]+)/g)].map(
    ([, name]) => name,
  );
  if (word === undefined || rest.length > 0) throw new Error(`${file} ${job}: no single command`);
  return word;
}

/** The jobs that a job waits for. */
export function needsOf({ needs = [] }: Job): readonly string[] {
  return typeof needs === 'string' ? [needs] : needs;
}
