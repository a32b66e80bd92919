// Changes of speed that somebody knows of and takes; free of Node, so that a page can ask.
export { acknowledgedAmong, commitsOfChange } from './known.ts';
export type { AcknowledgedAt } from './known.ts';
