import { testSpecialValues } from '../fixtures/special-values.ts';

testSpecialValues('all');
