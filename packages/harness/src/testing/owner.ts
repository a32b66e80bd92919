// Whose kernels a family has.
import type { CaseParams, Family } from '../contract/family.ts';

/**
 * Whether the folder of kernels is that of the family's own package: what a test derives from a family has other awkward cases, and
 * neither its lists nor its timed cases.
 */
export function isOwner<Case extends CaseParams>({ name }: Family<Case>, kernels: URL): boolean {
  return kernels.pathname.includes(`/kernel-${name}/`);
}
