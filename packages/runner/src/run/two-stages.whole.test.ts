// Real processes: an id whose awkward cases were checked before has the result that it has without.
import type { Result } from '@kernel-ladder/schema';
import { afterAll, expect, test } from 'vitest';
import { createIo, createWorkspace } from '../../fixtures/testing.ts';
import { ask, findFamilies } from '../process/families.ts';
import type { MeasureSpec } from '../process/measure.ts';
import { listFamilies } from '../process/survey.ts';
import { beginCoverage } from './coverage.ts';
import type { Coverage } from './coverage.ts';
import { readProfile } from './plan.ts';
import { timeStretches } from './stretch.ts';

const { root, remove } = createWorkspace();
afterAll(remove);

const gpu = { kind: 'software' } as const;
const rungs = ['right', 'writes-nan', 'invalid-wgsl'];

const noRulers = async () => null;

test('two stages come to what one comes to', async () => {
  const { io } = createIo(root);
  const families = findFamilies(root).filter(({ name }) => name === 'faults');
  const { machine } = readProfile(
    await ask(io, families[0]!.entry, { args: ['profile'], job: { gpu, seed: 1 } }),
  );
  const listed = (await listFamilies(io, families, gpu)).flatMap((listing) => listing.ids);
  const ids = listed.filter((id) => id.case === 'n=64,f32' && rungs.includes(id.variant));
  const outcomes = async (width: number) => {
    const results: Result[] = [];
    const spec: MeasureSpec = {
      job: { gpu, seed: 1, effort: 'quick', machine },
      timeoutMs: 60_000,
      onPhase: () => {},
      onResult: (result) => results.push(result),
    };
    let awkward: Coverage | undefined;
    await timeStretches(io, {
      families,
      stretches: [ids],
      spec,
      cover: (order, gate) => (awkward = beginCoverage(io, { families: order, ids, spec }, { width, gate })),
      measureRulers: noRulers,
    });
    expect(Object.keys(awkward?.covered() ?? {})).toHaveLength(width > 1 ? 3 : 0);
    return results.map(({ id, status, reason, coverage, work }) => {
      const sets = coverage.map((set) => ({ ...set, failed: set.failed.toSorted() }));
      // Which failure comes first hangs on the shares of the cases.
      return { id, status, code: reason?.code, coverage: sets, work };
    });
  };
  const before = await outcomes(1);
  expect(before.map(({ status }) => status)).toEqual(['passed', 'failed', 'failed']);
  expect(await outcomes(2)).toEqual(before);
});
