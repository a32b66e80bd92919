// How an epilogue that is kept apart becomes passes: one for what is added, one for what bends the sum.
import { expect, test } from 'vitest';
import { hopper } from '../../fixtures/hopper.ts';
import { allEpilogues, gemmCase } from '../cases.ts';
import { planUnfused } from './register.ts';

// Bindings of each pass, and the bytes of all of them over those of the product alone, in matrices of C.
const kept = allEpilogues.map((epilogue) => {
  const params = gemmCase([512, 256, 64], { epilogue });
  const [plan, bare] = [params, gemmCase([512, 256, 64])].map((each) => planUnfused(each, hopper));
  if (!plan || !bare || 'skip' in plan || 'skip' in bare) throw new Error('no plan');
  const passes = plan.passes.map(({ bindings }) => bindings.join(' '));
  return [epilogue, passes, (plan.implBytes - bare.implBytes) / (4 * 512 * 256)] as const;
});

test('every operator of an epilogue is a pass, which reads C and stores it again', () => {
  expect(kept).toEqual([
    ['none', ['a b c'], 0],
    ['bias', ['a b c', 'c bias'], 3],
    ['relu', ['a b c', 'c a'], 2],
    ['bias-relu', ['a b c', 'c bias', 'c a'], 5],
    ['bias-gelu', ['a b c', 'c bias', 'c a'], 5],
    ['scale-residual', ['a b c', 'c residual'], 3],
  ]);
});
