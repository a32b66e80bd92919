// A comparison as Markdown for GitHub; pure.
export { commentOf, summaryOf } from './comment.ts';
export type { Report } from './comment.ts';
export { siteOf } from './links.ts';
export { marker } from './marker.ts';
export { code, plain, tableOf } from './text.ts';
