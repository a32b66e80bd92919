// Pure numbers: what a sample is worth, and whether a change of it is one.
export { mean, median, medianInterval, quantile, sorted, standardDeviation } from './order.ts';
export type { Interval } from './order.ts';
export { createRandom, createShuffle, hashSeed, normal, uniform } from './random.ts';
export type { RandomBits } from './random.ts';
export { studentCdf, studentQuantile, studentUpperTail } from './student.ts';
export { defaultMinimumEffect } from './series.ts';
export type { Direction, KnownNoise } from './series.ts';
export { detect, detectWithNewest } from './detect.ts';
export type { Anchor, Change, History, HistoryWithNewest, Segment, Series } from './detect.ts';
export type { Drift } from './trend.ts';
export { falseDiscoveryRates, gate } from './gate.ts';
export type { GateRow, GateSeries } from './gate.ts';
export { judgeBlocks } from './blocks.ts';
export type { Block, BlockDecision, BlockRules } from './blocks.ts';
export { compareRuns, meanRatio } from './compare.ts';
export type { Comparison, MeanRatio, Side } from './compare.ts';
export type { Decision, Reason, Verdict } from './verdict.ts';
export { minimumDetectableEffect, runNoise } from './aa.ts';
export type { RunNoise } from './aa.ts';
export { knees, lastFall, usualRules } from './knees.ts';
export type { Knee, KneeRules, Place } from './knees.ts';
export { isRulerReason, largestDrift, rulerReasons } from './rulers.ts';
export type { RulerTimes } from './rulers.ts';
export {
  closeSession,
  halve,
  isSound,
  isUnsteady,
  markUnstable,
  openEnded,
  softwareSession,
} from './sessions.ts';
export type { JudgedSession, Ruler } from './sessions.ts';
