// Why a variant does not run a case on a device.
import type { Skip } from './family.ts';

/** A skip for a feature that the device does not offer. */
export function missingFeature(feature: string): Skip {
  return { skip: { code: `feature:${feature}`, message: `the device does not offer ${feature}` } };
}

/** A skip for a limit of the device that the case exceeds. */
export function overLimit(limit: string, needed: number, offered: number): Skip {
  return {
    skip: { code: `limit:${limit}`, message: `needs ${limit} ${needed}, the device offers ${offered}` },
  };
}

/** A skip for a case that this variant does not claim to solve. */
export function notApplicable(message: string): Skip {
  return { skip: { code: 'not-applicable', message } };
}
