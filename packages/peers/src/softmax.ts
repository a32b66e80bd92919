// Rows beside the ladder of softmax.
import type { Family, VariantKind } from '@kernel-ladder/harness';
import { family } from '@kernel-ladder/kernel-softmax';
import type { SoftmaxCase } from '@kernel-ladder/kernel-softmax';

/** The family of softmax with peers instead of kernels. */
export const softmaxRows: Family<SoftmaxCase, VariantKind> = { ...family, variants: [], wrong: [] };
