// Processes that die in the midst of a search, or before it.
import type { TuneEvent } from '@kernel-ladder/schema';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bench, createWorkspace, writeFamily } from '../../fixtures/testing.ts';

let workspace: ReturnType<typeof createWorkspace>;
beforeEach(() => {
  workspace = createWorkspace();
});
afterEach(() => workspace.remove());

// Tells of a space, and dies at the candidate b; once that is known to have failed, it chooses nothing.
const space: Extract<TuneEvent, { type: 'space' }>['space'] = {
  rung: 'one',
  class: 'all',
  case: 'n=1',
  fingerprint: 'f',
  parameters: { tile: [1, 2] },
  usual: { tile: 1 },
  combinations: 2,
  candidates: ['a', 'b'],
  refused: [],
};
const source = `import { readFileSync, writeSync } from 'node:fs';
const tell = (event) => writeSync(3, JSON.stringify(event) + '\\n');
const { tune } = JSON.parse(readFileSync(0, 'utf8').split('\\n')[0]);
const seen = tune.journal['one all']?.observations ?? [];
tell({ type: 'space', key: 'one all', space: ${JSON.stringify(space)} });
for (const name of ['a', 'b']) {
if (seen.some((each) => each.name === name)) continue;
tell({ type: 'trying', key: 'one all', name, round: 0 });
if (name === 'b') process.abort();
tell({ type: 'observed', key: 'one all', observation: { name, round: 0, outcome: 'timed', ns: 5, compileMs: 1, spentMs: 1 } });
}
tell({ type: 'untuned', key: 'one all', why: 'none-right' });
tell({ type: 'done', leakedBuffers: 0 });
`;

test('a process that dies costs the candidate that it was at, and the search goes on without it', async () => {
  writeFamily(workspace.root, 'dead', source);
  const { code, out } = await bench(workspace.root, ['tune', 'dead', '--software', '--dry-run', '--json']);
  expect(code).toBe(1);
  const { observations } = JSON.parse(out) as {
    observations: { observation: { name: string; outcome: string; message?: string } }[];
  };
  expect(observations.map(({ observation }) => [observation.name, observation.outcome])).toEqual([
    ['a', 'timed'],
    ['b', 'failed'],
  ]);
  expect(observations[1]?.observation.message).toMatch(/^the process ended by SIGABRT/);
});

test('a process that dies before it tries anything is told, and not started again', async () => {
  writeFamily(workspace.root, 'dead', `throw new Error('out of order');\n`);
  const { code, err } = await bench(workspace.root, ['tune', 'dead', '--software', '--dry-run']);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('Error: out of order') });
});

test('a process that dies between two looks is started again, to compile each candidate in its look', async () => {
  writeFamily(
    workspace.root,
    'dead',
    source
      .replace("tell({ type: 'trying'", `if (name === 'b' && !tune.alone) process.abort();\n$&`)
      .replace("if (name === 'b') process.abort();", ''),
  );
  const { code, out } = await bench(workspace.root, ['tune', 'dead', '--software', '--dry-run', '--json']);
  expect(code).toBe(1);
  const { observations, notes } = JSON.parse(out) as {
    observations: { observation: { name: string; outcome: string } }[];
    notes: string[];
  };
  expect(observations.map(({ observation: { name, outcome } }) => [name, outcome])).toEqual([
    ['a', 'timed'],
    ['b', 'timed'],
  ]);
  expect(notes).toEqual([expect.stringMatching(/^between two looks the process ended by SIGABRT.*alone$/s)]);
});
