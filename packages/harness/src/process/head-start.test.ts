import { expect, test } from 'vitest';
import { doubleCase, family } from '../../fixtures/double/family.ts';
import { sameThread } from '../contract/judges.ts';
import type { Judges } from '../contract/judges.ts';
import { withHeadStart } from './head-start.ts';

function counting(isBeside: boolean) {
  const made: string[] = [];
  const judges: Judges = {
    ...sameThread,
    isBeside: () => isBeside,
    inputs: (asked, request) => {
      made.push(`${String(request.params['n'])} seed ${request.seed}`);
      return sameThread.inputs(asked, request);
    },
  };
  return { made, judges: withHeadStart(judges) };
}

const of = (n: number, seed = 1) => ({ params: doubleCase(n), structure: doubleCase(n), seed });

test('inputs that were begun are handed to whoever asks first, and made anew for the next', async () => {
  const { made, judges } = counting(true);
  judges.begin(family, of(5));
  const first = await judges.inputs(family, of(5));
  expect(made).toEqual(['5 seed 1']);
  expect(first).toEqual(await sameThread.inputs(family, of(5)));
  await judges.inputs(family, of(5));
  expect(made).toHaveLength(2);
});

test('those of several seeds are handed to who asks for them, in any order', async () => {
  const { made, judges } = counting(true);
  judges.begin(family, of(5));
  judges.begin(family, of(5, 2));
  expect(await judges.inputs(family, of(5, 2))).toEqual(await sameThread.inputs(family, of(5, 2)));
  await judges.inputs(family, of(5));
  expect(made).toEqual(['5 seed 1', '5 seed 2']);
});

test('other inputs are nobody’s head start', async () => {
  const { made, judges } = counting(true);
  judges.begin(family, of(5));
  await judges.inputs(family, of(5, 2));
  await judges.inputs(family, of(5));
  expect(made).toEqual(['5 seed 1', '5 seed 2', '5 seed 1']);
});

test('nothing is begun that is not done beside other work', () => {
  const { made, judges } = counting(false);
  judges.begin(family, of(5));
  expect(made).toEqual([]);
});
