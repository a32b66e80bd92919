import { expect, test } from 'vitest';
import { parseResult } from './index.ts';
import { failed, passed } from './testing.ts';

const peer = { name: 'a loop', version: '1', settings: { threads: 4 }, timedBy: 'wall time of a run' };

test.for([
  { ...passed, kind: 'cpu', peer },
  { ...failed, kind: 'peer', peer },
])('takes a result of the kind $kind with the name of who ran', (result) => {
  expect(parseResult('result.json', result)).toBe(result);
});

test.for([
  {
    what: 'a loop on the CPU with the hash of a shader',
    value: { ...passed, kind: 'cpu', peer, kernelHash: '0123456789abcdef' },
    says: '/kernelHash: is not allowed with this kind',
  },
  {
    what: 'a peer that does not say who it is',
    value: { ...failed, kind: 'peer' },
    says: "/: must have required property 'peer'",
  },
  {
    what: 'a kernel of ours with a peer’s name',
    value: { ...passed, peer },
    says: '/peer: is not allowed with this kind',
  },
])('refuses $what', ({ value, says }) => {
  expect(() => parseResult('result.json', value)).toThrow(`result.json: ${says}`);
});
