// The scan family and its library function.
export { family } from './family.ts';
export type { Fill, FiniteFill, Mode, ScanCase } from './cases.ts';
export { pickVariant, prepareScan, scan } from './prepare.ts';
export type { Scanned, ScanRequest } from './prepare.ts';
