// History → the site's data. Owns the order of runs and what may be compared; reads and writes no file.
export { isTimed, mayCompare } from './comparable.ts';
export type { Comparability, Comparand, Doubt, TimedResult, Waiver } from './comparable.ts';
export { onSharedCards, otherCards } from './cards.ts';
export { withKnownDrift } from './drift.ts';
export { seriesRuns, orderRuns } from './order.ts';
export type { SourcedRun } from './order.ts';
export { noiseFrom, unknownNoise } from './noise.ts';
export type { NoiseOf } from './noise.ts';
export { gateOf } from './gate.ts';
export type { Gate } from './gate.ts';
export { isOwn } from './peers.ts';
export type { PeerChange } from './peers.ts';
export { judgeMachine } from './judge.ts';
export { buildSite } from './site.ts';
export type { SiteData } from './site.ts';
export { curriculumFiles } from './curriculum.ts';
export { dataName, dataNames, judgementFile, kernelFiles, seriesFiles } from './files.ts';
export type { DataFile } from './files.ts';
