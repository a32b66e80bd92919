import { family } from '../../fixtures/double/family.ts';
import { testFamily } from './index.ts';

// The tests that every family owes, owed by the smallest one; what is made not to work there is left out.
const sound = family.variants.filter(({ name }) => name === 'double' || name === 'needs-f16');
testFamily({ ...family, variants: sound }, new URL('../../fixtures/double/kernels/', import.meta.url));
