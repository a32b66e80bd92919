// Rows beside the ladder of allreduces.
import type { Family, VariantKind } from '@kernel-ladder/harness';
import { family } from '@kernel-ladder/kernel-allreduce';
import type { AllreduceCase } from '@kernel-ladder/kernel-allreduce';

/** The family of allreduces with peers instead of kernels. */
export const allreduceRows: Family<AllreduceCase, VariantKind> = { ...family, variants: [], wrong: [] };
