// The comment as a reader of the pull request gets it, and as one who writes into it would like it.
import { samplePeer, sampleResult } from '@kernel-ladder/publish/testing';
import type { Confirmed } from '@kernel-ladder/schema';
import { marked } from 'marked';
import type { Token } from 'marked';
import { expect, test } from 'vitest';
import { confirmedId, confirmedRun, reportOf } from '../testing/confirmed.ts';
import { code, commentOf, marker, plain } from './index.ts';
import { siteOf } from './links.ts';

const slower = confirmedRun({ compared: [confirmedId('two', 50), confirmedId('one', 0)] });
const failing = {
  id: 'reduce/three/n=1024,f32',
  reason: { code: 'wrong-result', message: 'y[0] is 1, expected 2' },
} as const;

test('says first what got slower, with its interval, its trend, and how to see it oneself', () => {
  expect(
    commentOf(
      reportOf(slower, {
        results: [sampleResult('one', 1000), samplePeer('cublas', 500)].map((result) => ({
          ...result,
          ...(result.timing ? { timing: { ...result.timing, n: 9 } } : {}),
        })),
      }),
    ),
  ).toMatchInlineSnapshot(`
    "<!-- kernel-ladder: bench -->
    ### Kernel Ladder: 1 REGRESSED, 1 SAME

    **This change makes kernels slower.** Each was measured in turns with the base on one machine.

    \`cccccccccccc\` merged into \`bbbbbbbbbbbb\` on \`Test GPU\`, \`1.2.3\`, suite \`quick\`; [the run](https://github.com/o/r/actions/runs/1).

    | id | verdict | base | head | effect | 95 % interval | kernel | why |
    | --- | --- | --: | --: | --: | --: | --: | --: |
    | [\`reduce/two/n=1024,f32\`](https://x.example/site/#page=results&machine=test-gpu-vulkan-01234567&family=reduce&series=reduce%2Ftwo%2Fn%3D1024%2Cf32) | REGRESSED | 100 µs | 150 µs | +50.0 % | +49.0 % … +51.0 % | changed |  |

    geometric mean of head/base over 1 id: 1.000

    <details><summary>1 that are the same or undecided</summary>

    | id | verdict | base | head | effect | 95 % interval | kernel | why |
    | --- | --- | --: | --: | --: | --: | --: | --: |
    | [\`reduce/one/n=1024,f32\`](https://x.example/site/#page=results&machine=test-gpu-vulkan-01234567&family=reduce&series=reduce%2Fone%2Fn%3D1024%2Cf32) | SAME | 100 µs | 100 µs | 0.0 % | -1.0 % … +1.0 % | same |  |

    </details>

    <details><summary>Beside others, in the same run</summary>

    | case | best rung | time | peer | time | times as fast |
    | --- | --- | --: | --: | --: | --: |
    | \`reduce n=1024,f32\` | \`one\` | 1 µs | \`cublas (cublas 2.11)\` | 500 ns | 0.500 × (0.489 … 0.511) |

    </details>

    Measure it yourself:

    \`\`\`
    git fetch origin pull/12/merge && git switch --detach FETCH_HEAD && npx -y pnpm@12.18.0 bench ab bbbbbbbbbbbb --select 'reduce/two/n=1024,f32'
    \`\`\`

    [Compare the base](https://x.example/site/#page=compare&machine=test-gpu-vulkan-01234567&base=bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb) with what main has measured since.
    "
  `);
});

test.for([
  ['nothing is slower', confirmedRun(), 'Nothing is slower.'],
  [
    'something could not be decided',
    confirmedRun({ compared: [confirmedId('one', 9, { verdict: 'UNDECIDED' })] }),
    'Nothing is confirmed to be slower; 1 could not be decided.',
  ],
  [
    'nothing is recorded',
    confirmedRun({ compared: [], geomean: null, recorded: null }),
    'no run of this machine is recorded yet',
  ],
  [
    'nothing may be compared',
    confirmedRun({ compared: [], geomean: null }),
    'no kernel has times on both sides',
  ],
  [
    'a kernel newly fails',
    confirmedRun({ newlyFailing: [failing] }),
    '- `reduce/three/n=1024,f32`: `wrong-result` `y[0] is 1, expected 2`',
  ],
  [
    'a kernel failed once',
    confirmedRun({ failedOnce: [failing] }),
    '**Failed once, and passed when launched again** (1)',
  ],
  ['a suspicion is open', confirmedRun({ suspects: ['reduce/one/n=1024,f32'] }), 'That is no verdict.'],
  [
    'a kernel is gone',
    confirmedRun({ gone: ['reduce/one/n=1024,f32'] }),
    "**1 of the base's kernels were not measured**",
  ],
  [
    'a kernel was not measured in turns',
    confirmedRun({ unmeasured: ['reduce/one/n=1024,f32'] }),
    '; 1 could not be decided.',
  ],
  ['a kernel is repaired', confirmedRun({ fixed: ['reduce/one/n=1024,f32'] }), '**Repaired** (1)'],
  ['a kernel is new', confirmedRun({ added: ['reduce/one/n=1024,f32'] }), '**New** (1)'],
  [
    'the machine did not hold still',
    confirmedRun({ session: { stable: false, reasons: ['throttle:fma'] } }),
    '(`throttle:fma`)',
  ],
] as const)('where %s it says so', ([, confirmed, words]) => {
  expect(commentOf(reportOf(confirmed))).toContain(words);
});

const attack = [
  '@octocat @org/team #1 GH-2 o/r#3 https://evil.example www.evil.example a@b.example',
  '<img src=x onerror=alert(1)> </details> <!-- kernel-ladder: bench --> ![](https://x.example/p.png) [click](javascript:alert(1))',
  '| a | b |\n\n```\n# heading\n\n- [ ] list\n\\| `` ` ``` \u0000\u202E\u2028\u200B\u034F\u115F\u3164\uFE0F\u{E0041} &lt;b&gt; $x$ ~~gone~~',
].join(' ');
const attackId = `a\`|<b>@octocat/[x](javascript:alert(1))/n=\`\`1,$(rm),';rm`;

const hostile: Confirmed = confirmedRun({
  suite: attack,
  machine: { key: 'test-gpu-vulkan-01234567', name: attack, driver: `${attack}\``, software: false },
  session: { stable: false, reasons: [attack] },
  compared: [
    confirmedId('two', 50, { id: attackId, reasons: [attack] }),
    confirmedId('one', 0, { id: `${attackId}2`, reasons: [attack, '`'] }),
  ],
  suspects: [attackId],
  unmeasured: [attackId],
  fixed: [attackId],
  added: [attackId],
  gone: [attackId],
  newlyFailing: [{ id: attackId, reason: { code: 'crashed', message: attack } }],
});

const isProse = (token: Token) => token.type === 'text' && !('tokens' in token && token.tokens);

function* tokensOf(tokens: readonly Token[]): Generator<Token> {
  for (const token of tokens) {
    yield token;
    const cells = token.type === 'table' ? [...token['header'], ...token['rows'].flat()] : [];
    yield* tokensOf(cells.flatMap((cell: { tokens: Token[] }) => cell.tokens));
    yield* tokensOf(token.type === 'list' ? token['items'] : 'tokens' in token ? (token.tokens ?? []) : []);
  }
}

test('nothing that a run says is markup, a mention, a link or a command', () => {
  const results = [sampleResult('one', 1000), { ...samplePeer('cublas', 500, attack), variant: 'x' }];
  const text = commentOf(reportOf(hostile, { results }));
  const tokens = [...tokensOf(marked.lexer(text))];
  const html = tokens.filter(({ type }) => type === 'html').map(({ raw }) => raw.trim());
  expect(
    html.filter(
      (raw) => !/^(<\/?details>(<summary>[\w ,]+<\/summary>)?|<!-- kernel-ladder: bench -->)$/.test(raw),
    ),
  ).toEqual([]);
  const links = tokens
    .filter((token) => ['link', 'image'].includes(token.type))
    .map((token) => String((token as { href?: string }).href));
  expect(
    links.filter(
      (href) =>
        !href.startsWith('https://x.example/site/#') && href !== 'https://github.com/o/r/actions/runs/1',
    ),
  ).toEqual([]);
  expect(tokens.filter(({ type }) => type === 'heading')).toHaveLength(1);
  // What is left outside of code and addresses is ours: no sign of the attack is in it.
  const prose = tokens
    .filter(isProse)
    .map(({ raw }) => raw)
    .join('\n');
  expect(prose).not.toMatch(/[@#$<\p{Cf}\p{Zl}]|evil|rm\b|GH-/u);
  expect(text).not.toMatch(/\p{Default_Ignorable_Code_Point}/u);
  expect(
    tokens
      .filter(({ type }) => type === 'code')
      .map(({ raw }) => raw)
      .join(''),
  ).not.toContain('rm');
  const rows = tokens
    .filter(({ type }) => type === 'table')
    .map((table) => (table as unknown as { rows: unknown[][] }).rows);
  expect(rows.every((own) => own.every((row) => row.length > 5))).toBe(true);
});

test('a letter keeps two of the marks that are heaped on it', () => {
  expect(code(`a${'\u0301'.repeat(500)}b`)).toBe('`a\u0301\u0301b`');
  expect(plain(`a${'\u0301'.repeat(500)}b`)).toBe('a\u0301\u0301b');
});

test('an escape that is left out is found', () => {
  const bare = `| ${attack} |`;
  const prose = [...tokensOf(marked.lexer(bare))]
    .filter(isProse)
    .map(({ raw }) => raw)
    .join('');
  expect(prose).toContain('@octocat');
});

test('a thousand rows and messages of any length make a comment that GitHub takes', () => {
  const many = Array.from({ length: 1000 }, (_, at) =>
    confirmedId(`v${at}`, 50, { reasons: ['x'.repeat(1000)] }),
  );
  const failures = many.map(({ id }) => ({ id, reason: { code: 'crashed', message: 'x'.repeat(10_000) } }));
  const text = commentOf(
    reportOf(
      confirmedRun({
        compared: many,
        newlyFailing: failures,
        stillFailing: failures,
        suspects: many.map(({ id }) => id),
      }),
    ),
  );
  expect(text.length).toBeLessThan(65_536);
  expect(text.split('<details>')).toHaveLength(text.split('</details>').length);
  expect(text.startsWith(marker)).toBe(true);
});

test.for([
  ['https://x.example/site', 'https://x.example/site/'],
  ['https://x.example/a)b/', 'https://x.example/a%29b/'],
  ['http://x.example/', null],
  ['javascript:alert(1)', null],
  ['', null],
  [undefined, null],
] as const)('the site %s is %s', ([text, site]) => {
  expect(siteOf(text)).toBe(site);
});
