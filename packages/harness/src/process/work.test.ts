import { expect, test } from 'vitest';
import { restsIn } from './work.ts';

test.for([
  { verb: 'cover', timing: true, rests: [true, true] },
  { verb: 'run', timing: false, rests: [true, true] },
  { verb: 'run', timing: true, rests: [true, false] },
  { verb: 'profile', timing: false, rests: [true, false] },
])(
  'a process that does $verb, timing: $timing, may rest beside others and alone: $rests',
  ({ verb, timing, rests }) => {
    const found = [false, true].map((isAlone) => restsIn(verb, { timing }, { isAlone: () => isAlone })());
    expect(found).toEqual(rests);
  },
);
