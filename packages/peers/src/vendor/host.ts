// The one Python process behind the vendor's rows of all families.
import { hostPython } from './python.ts';
import { createHost } from './session.ts';

/** The host of this process. */
export const vendorHost = createHost(hostPython(process.env));
