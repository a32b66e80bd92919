// A vector the other way, and ragged tiles: with that of `api.test.ts` what EC-2D of the families is made of.
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { devices } from './testing.ts';
import { testAgreement } from './testing-agreement.ts';

testAgreement(devices(useTestGpu()), [
  [33, 1],
  [17, 66],
]);
