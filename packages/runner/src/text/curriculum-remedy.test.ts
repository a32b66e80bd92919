import { loadCurriculum } from '@kernel-ladder/curriculum';
import type { ItemState } from '@kernel-ladder/curriculum';
import { afterAll, expect, test } from 'vitest';
import { lookUp } from './curriculum-remedy.ts';
import { createIo, createWorkspace, registerFamily, writeFamily } from '../../fixtures/testing.ts';

const { root, remove } = createWorkspace();
afterAll(remove);

const item = loadCurriculum().items.get('gemm.mixed-precision')!;
const selects = ['gemm/*/m=*,bf16', 'gemm/{split,tiled}/*', 'gemm/split/*', 'sort/bitonic/*', '*/*/*'];
const state = { missing: selects.map((select) => ({ what: 'a result', select })) } as unknown as ItemState;

test('says at which level nothing is registered', async () => {
  registerFamily(root, 'gemm', ['gemm/tiled/m=1,f32']);
  const { io, said } = createIo(root);
  const { lackingOf, faults } = await lookUp(io, item, state);
  expect(selects.map(lackingOf)).toEqual(['case', null, 'rung', 'family', null]);
  expect({ faults, ...said() }).toEqual({ faults: [], out: '', err: '' });
});

test('says nothing of a family that does not start, but names its fault', async () => {
  writeFamily(root, 'gemm', 'const n = (1;\n');
  const { io, said } = createIo(root);
  const { lackingOf, faults } = await lookUp(io, item, state);
  expect(selects.map(lackingOf)).toEqual([null, null, null, 'family', null]);
  expect(faults).toHaveLength(1);
  expect(said().err).toMatch(
    /^left out: the family gemm does not start: packages\/kernel-gemm\/src\/bench\.ts:1: SyntaxError[^\n]*\n$/,
  );
});
