// Rows beside the ladder of normalisations.
import type { Family, VariantKind } from '@kernel-ladder/harness';
import { family } from '@kernel-ladder/kernel-norm';
import type { NormCase } from '@kernel-ladder/kernel-norm';

/** The family of normalisations with peers instead of kernels. */
export const normRows: Family<NormCase, VariantKind> = { ...family, variants: [], wrong: [] };
