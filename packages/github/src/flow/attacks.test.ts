// What somebody leaves who wants no comment, another one, or one that says that all is well.
import { samplePeer, sampleResult, sampleRun } from '@kernel-ladder/publish/testing';
import type { Confirmed, Run } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { confirmedId, confirmedRun } from '../testing/confirmed.ts';
import { sampleForge } from '../testing/forge.ts';
import type { Forge } from '../testing/forge.ts';
import { base, head, merge, ran, step } from '../testing/step.ts';
import { zipOf } from '../testing/zip.ts';

async function told(confirmed: Confirmed, run: Run = sampleRun(), change: (forge: Forge) => void = () => {}) {
  const forge = sampleForge();
  const zip = zipOf([
    { name: 'confirmed.json', data: JSON.stringify(confirmed) },
    { name: 'run.json', data: JSON.stringify(run) },
  ]);
  forge.artifacts.push({ id: 5, name: 'bench', size_in_bytes: zip.length, expired: false, zip });
  change(forge);
  const { code, err } = await step(forge, 'report', ran(), { env: { SITE_URL: 'https://x.example/' } });
  return { code, err, comment: forge.comments[0]?.body ?? '', check: forge.checks[0] };
}

// Each sign becomes nine in an address.
const long = 'ಠ'.repeat(940);
const longIds = Array.from({ length: 200 }, (_, at) => `${long}/v${at}/n=1`);
const reason = { code: 'crashed', message: 'x'.repeat(5000) };

test.for([
  ['ids', { compared: longIds.map((id) => confirmedId('x', 50, { id })) }],
  [
    'failures',
    {
      newlyFailing: longIds.map((id) => ({ id, reason })),
      failedOnce: longIds.map((id) => ({ id, reason })),
    },
  ],
  ['lists', { suspects: longIds, unmeasured: longIds, added: longIds, gone: longIds, fixed: longIds }],
  ['reasons', { session: { stable: false, reasons: Array.from({ length: 1000 }, () => 'r'.repeat(1000)) } }],
] as const)('%s of any length are told all the same', async ([, traits]) => {
  const { code, err, comment, check } = await told(confirmedRun(traits));
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(comment).toContain('Kernel Ladder');
  expect(check?.body['conclusion']).not.toBeUndefined();
});

const extremes = [1e308, -1e308, 5e-324, 0, -0, Number.MAX_SAFE_INTEGER];

test.for(extremes)('%d in every place is told all the same', async (value) => {
  const size = Math.max(Math.abs(value), 5e-324);
  const row = confirmedId('two', 50, {
    effect: value,
    ciLow: value,
    ciHigh: -value,
    leastEffect: Math.abs(value),
    baseNs: size,
    headNs: size,
  });
  const geomean = { ratio: size, ciLow: value, ciHigh: value, count: 2 };
  const results = [sampleResult('one', size), samplePeer('cublas', size)];
  const { code, err } = await told(confirmedRun({ compared: [row], geomean }), sampleRun({ results }));
  expect({ code, err }).toEqual({ code: 0, err: '' });
});

const strange = [
  '../../../x/y/z',
  '__proto__/constructor/toString',
  'a/b/',
  '/a/b',
  'a/b/c/d',
  'reduce/../../etc/n=1',
  '\u202Ea/b/c',
  'a/b/%00',
  'a/b/${{github.token}}',
];

test.for(strange)('the id %s is refused or told, and makes no failure', async (id) => {
  const found = confirmedRun({
    compared: [confirmedId('two', 50, { id })],
    newlyFailing: [
      { id, reason: { code: 'invalid-wgsl', message: '../../../.github/workflows/ci.yml.wgsl:1:1: x' } },
    ],
    suspects: [id],
    gone: [id],
  });
  const { code, err, comment } = await told(found);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(comment).not.toBe('');
});

test('a merge into a commit of the author is no merge into the branch', async () => {
  const forged = 'e'.repeat(40);
  const found = await told(confirmedRun({ base: forged }), undefined, (forge) => {
    // Commits of a fork are found by their hash in the repository that it is of.
    forge.parents[merge] = [forged, head];
    forge.parents[forged] = [];
  });
  expect(found.comment).toContain(`a merge into \`${forged}\`, which is no commit of \`main\``);
  expect(found.check?.body['conclusion']).toBe('neutral');
});

test('a merge into an older commit of the branch is one', async () => {
  const found = await told(confirmedRun(), undefined, (forge) => forge.main.push('f'.repeat(40)));
  expect(found.comment).toContain('Nothing is slower.');
  expect(found.comment).toContain(base.slice(0, 12));
});

test('an attempt that leaves nothing is not told with the numbers of the one before', async () => {
  const found = await told(confirmedRun(), undefined, ({ artifacts }) => {
    artifacts[0]!.created_at = '2026-11-01T11:59:59Z';
  });
  expect(found.comment).toContain('left no numbers');
});

test.for([
  ['the text of a kernel', 'packages/kernel-reduce/src/kernels/two.wgsl', false],
  ['a page', 'docs/github.md', false],
  ['a test', 'packages/runner/src/cli.test.ts', false],
  ['the site', 'dashboard/src/main.ts', false],
  ['what makes the text of a kernel', 'packages/kernel-reduce/src/kernels/two.wgsl.ts', true],
  ['the cases of a family', 'packages/kernel-reduce/src/cases.ts', true],
  ['the harness', 'packages/harness/src/index.ts', true],
  ['a suite', 'suites/quick.json', true],
  ['the history', 'dashboard/history/x/2026-11-01-aaaaaaaa.json', true],
  ['what is acknowledged', 'dashboard/acknowledged.json', true],
  ['scripts of the job', '.github/scripts/unite-shards.sh', true],
  ['packages of others', 'pnpm-lock.yaml', true],
  ['what an installation runs', 'dashboard/package.json', true],
  ['a way around', 'packages/kernel-reduce/src/kernels/two.wgsl/../../x.ts', true],
] as const)('whoever changes %s is said to speak for himself: %s', async ([, filename, isSaid]) => {
  const { comment } = await told(confirmedRun(), undefined, ({ files }) => files.push({ filename }));
  expect(comment.includes('**Its own word**')).toBe(isSaid);
  expect(comment.includes(`\`${filename}\``)).toBe(isSaid);
});

test('a file that was moved away is told, and a name is no markup', async () => {
  const evil = '`@octocat` <img src=x>|\u202E.ts';
  const { comment } = await told(confirmedRun(), undefined, ({ files }) => {
    files.push({ filename: 'docs/x.md', previous_filename: 'suites/quick.json' }, { filename: evil });
    files.push(...Array.from({ length: 250 }, (_, at) => ({ filename: `packages/x/${at}.ts` })));
  });
  expect(comment).toContain('`suites/quick.json`, `` `@octocat` <img src=x>¦ .ts ``');
  expect(comment).toContain(' and 247 more took part');
});

test('what stands behind three thousand other files is told as well', async () => {
  const { comment } = await told(confirmedRun(), undefined, ({ files, pull }) => {
    files.push(...Array.from({ length: 4000 }, (_, at) => ({ filename: `docs/${at}.md` })));
    files.push({ filename: 'packages/harness/src/index.ts' });
    pull.changed_files = files.length;
  });
  expect(comment).toContain('**Its own word**');
  expect(comment).toContain('`1002 files that GitHub does not list` took part');
});

test('a thousand comments before ours bring no second one of us', async () => {
  const forge = sampleForge();
  forge.comments.push(
    ...Array.from({ length: 1500 }, (_, id) => ({ id, user: { login: 'octocat' }, body: 'x' })),
  );
  for (const out of ['created', 'updated'])
    expect((await step(forge, 'report', ran())).out).toContain(`comment ${out}`);
  expect(forge.comments).toHaveLength(1501);
});
