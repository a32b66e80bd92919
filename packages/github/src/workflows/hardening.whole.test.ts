// What holds for every workflow and action: pinned, with few rights, and without a stranger's words where they would be obeyed.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expressionsIn } from '../testing/expression.ts';
import { needsOf, root, workflow, workflows } from '../testing/workflow.ts';
import type { Job, Step } from '../testing/workflow.ts';

const files = globSync('.github/{workflows/*.yml,actions/*/action.yml}', { cwd: root }).toSorted();
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

interface PlacedJob {
  readonly file: string;
  readonly name: string;
  readonly job: Job;
}

const jobs: readonly PlacedJob[] = [...workflows].flatMap(([file, { jobs: own }]) =>
  Object.entries(own).map(([name, job]) => ({ file, name, job })),
);
const stepsOf = ({ steps = [] }: Job): readonly Step[] => steps;
const isHosted = ({ job }: PlacedJob) => job['runs-on'] === 'ubuntu-24.04';
const is = (file: string, name: string) => (each: PlacedJob) => each.file === file && each.name === name;

test.for(files)('%s takes every action by its whole hash, with the version beside it', (file) => {
  const used = [...textOf(file).matchAll(/^\s*-?\s*uses: (.*)$/gm)].map(([, what = '']) => what);
  expect(
    used.filter((what) => !/^\.\/\.github\/|^[\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(what)),
  ).toEqual([]);
});

test('an action has one version in all files', () => {
  const used = new Set(
    files.flatMap((file) =>
      [...textOf(file).matchAll(/uses: ([\w-]+\/[\w/-]+)@(\S+)/g)].map(([, name, hash]) => `${name} ${hash}`),
    ),
  );
  const names = [...used].map((each) => each.split(' ')[0]);
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
});

// Everything beyond reading the code that is there.
const rights: { readonly [job: string]: object } = {
  'dashboard.yml record': { contents: 'write', actions: 'read', pages: 'read' },
  'dashboard.yml deploy': { pages: 'write', 'id-token': 'write' },
  'pull-request.yml drop-label': { contents: 'read', 'pull-requests': 'write' },
  'pull-request.yml admit': { contents: 'read', actions: 'read', 'pull-requests': 'read' },
  'pull-comment.yml report': {
    contents: 'read',
    actions: 'read',
    checks: 'write',
    pages: 'read',
    'pull-requests': 'write',
  },
  'weekly.yml keep': { contents: 'write', actions: 'write' },
  'weekly.yml tell': { contents: 'read', issues: 'write' },
  'pack.yml pack': { contents: 'read', 'id-token': 'write', attestations: 'write' },
};
const ours = [
  'bench.yml',
  'ci.yml',
  'dashboard.yml',
  'libraries.yml',
  'pack.yml',
  'pull-comment.yml',
  'pull-request.yml',
  'weekly.yml',
];

test.for(jobs.filter(({ file }) => ours.includes(file)))(
  '$file $name has the rights that it needs, and no others',
  ({ file, name, job }) => {
    const given = job.permissions ?? workflow(file).permissions;
    expect(given).toEqual(rights[`${file} ${name}`] ?? { contents: 'read' });
  },
);

test.for(jobs)('$file $name says what it may, and ends', ({ file, job }) => {
  expect(job.permissions ?? workflow(file).permissions).toBeTypeOf('object');
  expect(job['timeout-minutes']).toBeLessThanOrEqual(120);
});

test.for(jobs)('$file $name leaves no token in the checkout', ({ job }) => {
  const kept = stepsOf(job).filter(
    ({ uses, with: given }) =>
      uses?.startsWith('actions/checkout@') && given?.['persist-credentials'] !== false,
  );
  expect(kept).toEqual([]);
});

test.for(jobs)('no script of $file $name is made of expressions', ({ job }) => {
  expect(stepsOf(job).flatMap(({ run = '' }) => expressionsIn(run))).toEqual([]);
});

// Of what an event says, only what no author writes: numbers, hashes, states and the names of files in the default branch.
const harmless =
  /github\.(?!event\b)|github\.event\.(?:action|number|before|label\.name|pull_request\.(?:number|labels\.\*\.name|(?:head|base)\.sha)|changes\.base|inputs\.\w+|workflow_run\.(?:id|event|conclusion|path|name|head_sha|head_repository\.full_name|display_title))(?![\w.])/;
const named = /github\.event\.[\w.*-]+/g;

test.for(files)('%s reads nothing of an event that an author writes', (file) => {
  const text = textOf(file);
  const read = [...text.matchAll(named)].map(([what]) => what);
  expect(read.filter((what) => !new RegExp(`^(?:${harmless.source})$`).test(what))).toEqual([]);
  expect(text).not.toMatch(/github\.(?:head_ref|actor\b(?!_))|toJSON\(github/i);
});

test('the names of events that are read are found', () => {
  const bad = 'run: echo ${{ github.event.pull_request.title }}'.match(named) ?? [];
  expect(bad.filter((what) => !new RegExp(`^(?:${harmless.source})$`).test(what))).toEqual([
    'github.event.pull_request.title',
  ]);
});

test.for(files.filter((file) => !/actions\/(?!setup)/.test(file)))('%s shares no cache', (file) => {
  expect(textOf(file)).not.toMatch(/actions\/cache|package-manager-cache: true|cache: (?:npm|pnpm|yarn)/);
});

test('the machine with the GPU belongs to three workflows', () => {
  const machines = new Set(jobs.filter((each) => !isHosted(each)).map(({ file }) => file));
  for (const file of machines) expect(['bench.yml', 'pull-request.yml', 'weekly.yml']).toContain(file);
});

test('whatever has a stranger’s code waits for the reviewers, and can read what anybody can', () => {
  const strange = jobs.filter(({ job }) =>
    stepsOf(job).some((step) => step.with?.['allow-unsafe-pr-checkout'] === true),
  );
  expect(strange.map(({ name }) => name)).toEqual(['measure', 'confirm']);
  for (const { file, job } of strange) {
    const before = needsOf(job).map((name) => workflow(file).jobs[name]);
    expect(before.some((each) => each?.environment === 'gpu-pull-requests')).toBe(true);
    expect(job.permissions).toEqual({ contents: 'read' });
    expect(JSON.stringify(job)).not.toMatch(/secrets\.|github\.token|\.\/\.github\/actions/);
    const [first, second] = stepsOf(job);
    expect(first?.with?.['ref']).toBe('${{ needs.admit.outputs.merge }}');
    expect(second?.run).toContain('git rev-parse HEAD^1 HEAD^2');
  }
});

test('whoever measures beside other people’s libraries has them installed', () => {
  const texts = jobs.map(({ job }) => stepsOf(job).map(({ run = '' }) => run));
  const beside = texts.filter((own) => own.some((text) => text.includes('--peers')));
  expect(beside).toHaveLength(2);
  for (const own of beside) {
    const text = own.join('\n');
    expect(text).toMatch(/pnpm@[\d.]+ libraries/);
    expect(text.indexOf(' libraries')).toBeLessThan(text.indexOf('--peers'));
  }
});

test('jobs that may write have main’s own code alone', () => {
  const writers = jobs.filter(({ file, job }) =>
    Object.values(job.permissions ?? workflow(file).permissions ?? {}).includes('write'),
  );
  expect(writers.length).toBeGreaterThan(4);
  const checkouts = writers
    .flatMap(({ job }) => stepsOf(job))
    .filter(({ uses }) => uses?.startsWith('actions/checkout@'));
  expect(checkouts.map((step) => step.with?.['ref'])).toEqual(checkouts.map(() => undefined));
});

// A merge commit of two others, by which the step that refuses is tried.
test('a step that refuses another commit than the labelled one does', () => {
  const { steps = [] } = jobs.find(is('pull-request.yml', 'measure'))!.job;
  const script = steps[1]?.run ?? '';
  const [first, second] = ['b'.repeat(40), 'c'.repeat(40)];
  const ends = (base: string, head: string) =>
    spawnSync('bash', ['-e', '-c', `git() { printf '${first}\\n${second}\\n'; }\n${script}`], {
      env: { ...process.env, BASE: base, HEAD: head },
    }).status;
  expect([ends(first, second), ends(second, first), ends(first, 'd'.repeat(40)), ends('', '')]).toEqual([
    0, 1, 1, 1,
  ]);
});

const scripts = [
  ...jobs.flatMap(({ file, name, job }) =>
    stepsOf(job).flatMap(({ run }, at) =>
      run === undefined ? [] : [{ what: `${file} ${name} ${at}`, text: run }],
    ),
  ),
  ...globSync('.github/{scripts,runner}/*.sh', { cwd: root }).map((file) => ({
    what: file,
    text: textOf(file),
  })),
];

test.for(scripts)('bash takes $what', ({ text }) => {
  expect(spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' }).stderr).toBe('');
});

const hasShellcheck = spawnSync('shellcheck', ['--version']).status === 0;

// Debian's package shellcheck has it; without one, GitHub's hosted machines do.
test.skipIf(!hasShellcheck).for(scripts)('shellcheck has nothing against $what', ({ text }) => {
  const { stdout } = spawnSync('shellcheck', ['--shell=bash', '--severity=warning', '-'], {
    input: text,
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
});
