// The family of y = a·x + b.
export { family } from './family.ts';
export type { TemplateCase } from './cases.ts';
