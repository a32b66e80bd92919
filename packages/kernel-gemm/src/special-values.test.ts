import { testSpecialValues } from '../fixtures/special-values.ts';

testSpecialValues('first');
