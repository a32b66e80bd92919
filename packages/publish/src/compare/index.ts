// Two runs side by side, as `bench compare` and the site's page both judge them; free of Node, so that a page can.
export { compareSides, withFiniteMean } from './compare.ts';
export type { ComparedId, ComparedSide, CompareOptions, FailingId, RunComparison } from './compare.ts';
export { conclusionOf, failOnWords } from './confirmed.ts';
export type { Conclusion, FailOn } from './confirmed.ts';
export type { ComparedPeer } from './peers.ts';
export { toSide } from './launches.ts';
export { mayCompare } from '../comparable.ts';
export { withKnownDrift } from '../drift.ts';
export type { NoiseOf } from '../noise.ts';
export { digits, escapeHtml, formatEffect, formatMetric, formatNs, otherCardsText } from './format.ts';
export {
  comparisonMarkdown,
  geomeanLine,
  otherLists,
  shorten,
  verdictCells,
  verdictCounts,
  verdictHeader,
} from './words.ts';
