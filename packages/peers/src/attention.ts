// Rows beside the ladder of attentions.
import type { Family, VariantKind } from '@kernel-ladder/harness';
import { family } from '@kernel-ladder/kernel-attention';
import type { AttentionCase } from '@kernel-ladder/kernel-attention';

/** The family of attentions with peers instead of kernels. */
export const attentionRows: Family<AttentionCase, VariantKind> = { ...family, variants: [], wrong: [] };
