// Rows beside the ladder of prefix sums.
import type { Family, VariantKind } from '@kernel-ladder/harness';
import { family } from '@kernel-ladder/kernel-scan';
import type { ScanCase } from '@kernel-ladder/kernel-scan';

/** The family of prefix sums with peers instead of kernels. */
export const scanRows: Family<ScanCase, VariantKind> = { ...family, variants: [], wrong: [] };
