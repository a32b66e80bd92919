// Rows beside the ladder of fusion: libraries that launch a kernel for each call, and others that compile the whole function.
import type { Family, VariantKind } from '@kernel-ladder/harness';
import { family } from '@kernel-ladder/kernel-fusion';
import type { FusionCase } from '@kernel-ladder/kernel-fusion';
import { fusionVendorRows } from './vendor/fusion.ts';
import { vendorHost } from './vendor/host.ts';
import { vendorRows } from './vendor/row.ts';
import { fusionLibraries } from './web/fusion.ts';

/** The family of fusion with peers instead of kernels. */
export const fusionRows: Family<FusionCase, VariantKind> = {
  ...family,
  variants: [...fusionLibraries, ...vendorRows(family, fusionVendorRows, vendorHost)],
  wrong: [],
};
