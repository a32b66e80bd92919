// What a pull request is told of a GPU job, whatever that left, and whatever the API does.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleResult, sampleRun } from '@kernel-ladder/publish/testing';
import type { Confirmed, Run } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { marker } from '../comment/index.ts';
import { confirmedId, confirmedRun } from '../testing/confirmed.ts';
import { sampleForge } from '../testing/forge.ts';
import type { Forge } from '../testing/forge.ts';
import { asProcess, base, head, merge, ran, step } from '../testing/step.ts';
import { zipOf } from '../testing/zip.ts';

function leave(forge: Forge, confirmed: Confirmed, run: Run = sampleRun()): Forge {
  const kernel = {
    schemaVersion: 1,
    hash: '0123456789abcdef',
    passes: [{ file: 'two.wgsl', text: '', bindings: [], workgroups: [1, 1, 1] }],
  };
  const zip = zipOf([
    { name: 'confirmed.json', data: JSON.stringify(confirmed) },
    { name: 'run.json', data: JSON.stringify(run) },
    { name: 'run.kernels.ndjson', data: JSON.stringify(kernel) },
  ]);
  forge.artifacts.push({
    id: 5 + forge.artifacts.length,
    name: 'bench',
    size_in_bytes: zip.length,
    expired: false,
    zip,
  });
  return forge;
}

const slower = confirmedRun({ compared: [confirmedId('two', 50), confirmedId('one', 0)] });

test('what is slower becomes one comment and a check with its place in the sources', async () => {
  const results = [sampleResult('two', 150_000), sampleResult('one', 100_000)];
  const forge = leave(sampleForge(), slower, sampleRun({ results }));
  forge.contents['packages/kernel-reduce/src/kernels/two.wgsl'] =
    '// A kernel.\n@compute @workgroup_size(64)\nfn main() {}\n';
  const { code, out, err } = await step(forge, 'report', ran(), {
    env: { SITE_URL: 'https://x.example/' },
    run: asProcess,
  });
  expect({ code, err, out }).toEqual({
    code: 0,
    err: '',
    out: '#12: 1 REGRESSED, 1 SAME; comment created\n',
  });
  expect(forge.comments[0]!.body.startsWith(`${marker}\n### Kernel Ladder: 1 REGRESSED, 1 SAME`)).toBe(true);
  expect(forge.checks).toMatchObject([
    {
      body: { name: 'bench', head_sha: head, conclusion: 'failure' },
      annotations: [
        {
          path: 'packages/kernel-reduce/src/kernels/two.wgsl',
          start_line: 3,
          annotation_level: 'failure',
          message: 'REGRESSED: +50.0 % (+49.0 % … +51.0 %)',
        },
      ],
    },
  ]);
});

test('the second report changes the comment of the first; a stranger’s with our mark is left alone, on any page', async () => {
  const forge = leave(sampleForge(), slower);
  const strangers = Array.from({ length: 150 }, (_, at) => ({
    id: at,
    user: { login: 'octocat' },
    body: `${marker} mine`,
  }));
  forge.comments.push(...strangers, {
    id: 900,
    user: { login: 'github-actions[bot]' },
    body: 'another comment of the bot',
  });
  const first = await step(forge, 'report', ran());
  leave(forge, confirmedRun());
  const second = await step(forge, 'report', ran());
  expect([first.out, second.out]).toEqual([
    '#12: 1 REGRESSED, 1 SAME; comment created\n',
    '#12: 1 SAME; comment updated\n',
  ]);
  expect(forge.comments).toHaveLength(152);
  expect(forge.comments.at(-1)!.body).toContain('Nothing is slower.');
  expect(forge.comments.slice(0, 150).every(({ body }) => body === `${marker} mine`)).toBe(true);
});

test('faults of the server and limits of its rate are waited out, and what creates is not asked for twice', async () => {
  const forge = leave(sampleForge(), confirmedRun());
  forge.faults.push(
    { status: 502 },
    { status: 503 },
    { status: 429, headers: { 'retry-after': '0' } },
    { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' } },
    { status: 403, message: 'You have exceeded a secondary rate limit.', of: 'GET /repos/o/r/pulls/12' },
  );
  const ended = await step(forge, 'report', ran());
  expect(ended).toMatchObject({ code: 0, out: '#12: 1 SAME; comment created\n' });
  const down = leave(sampleForge(), confirmedRun());
  down.faults.push(...Array.from({ length: 5 }, () => ({ status: 500 })));
  const failed = await step(down, 'report', ran());
  expect(failed).toMatchObject({
    code: 1,
    err: 'refused: GET /repos/o/r/pages: 500 Internal Server Error\n',
  });
  expect(down.comments).toEqual([]);
});

test.for([
  ['was not', false],
  ['was', true],
] as const)('a comment that %s made when the answer was a fault stands there once', async ([, isDone]) => {
  const forge = leave(sampleForge(), confirmedRun());
  forge.faults.push({ status: 502, of: 'POST /repos/o/r/issues/12/comments', isDone });
  const { code, err } = await step(forge, 'report', ran());
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(forge.comments).toHaveLength(1);
});

test('without the variable links lead to the site that GitHub shows', async () => {
  const forge = leave(sampleForge(), slower);
  forge.page = 'https://o.github.io/r/';
  await step(forge, 'report', ran());
  expect(forge.comments[0]!.body).toContain('](https://o.github.io/r/#page=results&machine=');
  expect(forge.comments[0]!.body).toContain('](https://o.github.io/r/#page=compare&machine=');
});

test('a site that is read over http gets no links', async () => {
  const forge = leave(sampleForge(), slower);
  forge.page = 'http://kernels.example/';
  await step(forge, 'report', ran());
  expect(forge.comments[0]!.body).not.toContain('kernels.example');
});

test('a kernel in a folder of its own is found there', async () => {
  const forge = leave(sampleForge(), slower);
  forge.contents['kernels/reduce/src/kernels/two.wgsl'] = 'fn main() {}';
  const families = ['kernels/*', '../*', '/etc/*', 'a/../etc/*'];
  const checkout = mkdtempSync(join(tmpdir(), 'kernel-ladder-checkout-'));
  writeFileSync(join(checkout, 'package.json'), JSON.stringify({ bench: { families } }));
  await step(forge, 'report', ran(), { env: { GITHUB_WORKSPACE: checkout } });
  rmSync(checkout, { recursive: true });
  expect(forge.checks[0]!.annotations).toMatchObject([{ path: 'kernels/reduce/src/kernels/two.wgsl' }]);
  expect(forge.asked.filter((each) => /contents.*(?:\.\.|etc)/.test(each))).toEqual([]);
});

test('a hundred findings are annotated in two requests', async () => {
  const failures = Array.from({ length: 120 }, (_, at) => ({
    id: `reduce/v${at}/n=1,f32`,
    reason: { code: 'invalid-wgsl', message: 'two.wgsl:2:7: unresolved value' },
  }));
  const forge = leave(sampleForge(), confirmedRun({ newlyFailing: failures }));
  forge.contents['packages/kernel-reduce/src/kernels/two.wgsl'] = 'one\ntwo\nthree';
  const { code, err } = await step(forge, 'report', ran());
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(forge.checks[0]!.annotations).toHaveLength(100);
  expect(forge.checks[0]!.annotations[0]).toMatchObject({ start_line: 2 });
});

test.for([
  [
    'another workflow of the same name',
    ran({ path: '.github/workflows/evil.yml' }),
    'is none of .github/workflows/pull-request.yml',
  ],
  [
    'a run for a pull request’s own workflow',
    ran({ event: 'pull_request' }),
    'ran for pull_request: nothing is said',
  ],
  [
    'a run without a labelled commit',
    ran({ display_title: 'bench #12 at main' }),
    'the run is of no labelled commit',
  ],
  [
    'a title that says more',
    ran({ display_title: `bench #12 at ${head}\nbench #13 at ${head}` }),
    'the run is of no labelled commit',
  ],
  ['a newer commit', ran({ display_title: `bench #12 at ${'d'.repeat(40)}` }), 'has a newer commit than'],
] as const)('of %s nothing is said', async ([, event, why]) => {
  const forge = leave(sampleForge(), slower);
  const { code, out } = await step(forge, 'report', event);
  expect({ code, comments: forge.comments, checks: forge.checks }).toEqual({
    code: 0,
    comments: [],
    checks: [],
  });
  expect(out).toContain(why);
});

test.for([
  [
    'left nothing',
    (forge: Forge): unknown => (forge.artifacts = []),
    'The GPU job ended as `failure` and left no numbers.',
  ],
  [
    'left too much',
    (forge: Forge): unknown => (forge.artifacts[0]!.size_in_bytes = 1e9),
    'is larger than 40000000 bytes, and was not read',
  ],
  [
    'left more than it said',
    (forge: Forge): unknown => (forge.artifacts[0]!.zip = Buffer.alloc(41_000_000)),
    'more than 40000000 bytes',
  ],
  [
    'left what is no zip',
    (forge: Forge): unknown => (forge.artifacts[0]!.zip = Buffer.from('<b>@octocat</b>')),
    'was refused: `no zip that can be read',
  ],
  [
    'left numbers of another commit',
    (forge: Forge): unknown => (forge.parents[merge] = [base, 'e'.repeat(40)]),
    'which is no merge of',
  ],
  [
    'left numbers of no commit',
    (forge: Forge): unknown => delete forge.parents[merge],
    'which is no merge of',
  ],
] as const)('a job that %s brings no verdict, and the reason', async ([, change, why]) => {
  const forge = leave(sampleForge(), slower);
  change(forge);
  const { code, err } = await step(forge, 'report', ran({ conclusion: 'failure' }));
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(forge.comments[0]!.body).toContain(why);
  expect(forge.checks[0]!.body['conclusion']).toBe('neutral');
});

test.for([
  ['suspect', confirmedRun({ suspects: ['reduce/one/n=1024,f32'] }), 'failure'],
  ['confirmed', slower, 'failure'],
  ['confirmed', confirmedRun(), 'success'],
  ['confirmed', confirmedRun({ suspects: ['reduce/one/n=1024,f32'] }), 'neutral'],
  ['never', slower, 'neutral'],
] as const)('BENCH_FAIL_ON %s ends the check as it says', async ([word, confirmed, conclusion]) => {
  const forge = leave(sampleForge(), confirmed);
  await step(forge, 'report', ran(), { env: { FAIL_ON: word } });
  expect(forge.checks[0]!.body['conclusion']).toBe(conclusion);
});

test('the token goes to no other host, and into no log', async () => {
  const forge = leave(sampleForge(), slower);
  const good = await step(forge, 'report', ran());
  const bad = await step(forge, 'report', ran(), { env: { FAIL_ON: 'maybe' }, run: asProcess });
  expect(forge.asked.filter((each) => each.startsWith('blob'))).toEqual(['blob with no token']);
  expect(good.out + bad.out + bad.err).not.toContain('secret-token');
  expect(bad.err).toBe(
    'refused: the variable BENCH_FAIL_ON is "maybe": it takes confirmed, suspect, never\n',
  );
});
