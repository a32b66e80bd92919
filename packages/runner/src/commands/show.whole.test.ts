import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { addToHistory } from '../files/history.ts';
import { bench, createWorkspace, sampleResult, sampleRun } from '../../fixtures/testing.ts';

const { root, remove } = createWorkspace();
afterAll(remove);

const id = 'faults/right/n=128,f32';

test('says why an id is skipped instead of showing a shader', async () => {
  const { out } = await bench(root, ['show', 'faults/needs-f16/n=64,f32', '--software']);
  expect(out).toContain('skipped     feature:shader-f16');
  expect(out).not.toContain('by this algorithm');
});

test.for([
  { name: 'faults', says: /is a family, .*\n.*\n.*\nfaults\/right +\S.*\n/ },
  { name: 'faults/right', says: /is a rung, .*\nfaults\/right\/n=64,f32\nfaults\/right\/n=128,f32\n/ },
])('lists what lies below $name, which is no id', async ({ name, says }) => {
  const { code, err } = await bench(root, ['show', name, '--software']);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(says) });
});

test('shows the newest result of each machine, and names a malformed file beside them', async () => {
  const history = join(root, 'dashboard', 'history');
  const measured = sampleResult('right', 2500);
  const timing = { ...measured.timing!, p99Ns: 2600, maxNs: 2600 };
  const params = { n: 128, dtype: 'f32' };
  const results = [{ ...measured, timing, id, family: 'faults', case: 'n=128,f32', params }];
  addToHistory(
    history,
    sampleRun({
      id: 'old',
      startedAt: '2026-01-03T00:00:00Z',
      results: [{ ...results[0]!, comparable: false, comparableReasons: ['throttled'] }],
    }),
  );
  addToHistory(history, sampleRun({ id: 'new', startedAt: '2026-02-01T00:00:00Z', results }));
  writeFileSync(join(root, 'results', 'broken.json'), '{"schemaVersion": 2}');
  const { code, out, err } = await bench(root, ['show', id, '--software', '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(out).latest).toEqual([
    {
      machine: 'test-gpu-vulkan-01234567',
      coverage: [],
      commit: 'aaaaaaaa',
      startedAt: '2026-02-01T00:00:00Z',
      status: 'passed',
      metrics: { medianNs: 2500, p99Ns: 2600, gbps: 1.64, gflops: 0.4092, pctOfRoof: 12.346 },
    },
  ]);
  expect(err).toMatch(/left out: .*broken\.json: \/.*: /);
});

test('has a column for every metric that a result has', async () => {
  const { out } = await bench(root, ['show', id, '--software']);
  const [head] = /^machine .*$/m.exec(out) ?? [];
  expect(head?.trim().split(/ {2,}/)).toEqual([
    'machine',
    'commit',
    'started',
    'status',
    'median',
    'p99',
    'bandwidth',
    'rate',
    '% roof',
  ]);
  expect(out).toMatch(/passed +2\.5 µs +2\.6 µs +1\.64 GB\/s +409\.2 MFLOP\/s +12\.3 %$/m);
});
