// The family of subgroups.
export { family } from './family.ts';
