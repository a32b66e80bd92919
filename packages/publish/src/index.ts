// History → the site's data. Owns the order of runs and what may be compared; reads and writes no file.
export { isTimed, mayCompare } from './comparable.ts';
export type { Comparability, Comparand, Doubt, TimedResult, Waiver } from './comparable.ts';
export { mayBeCards, onSharedCards, otherCards } from './cards.ts';
export { withKnownDrift } from './drift.ts';
export { seriesRuns, orderRuns } from './order.ts';
export type { SourcedRun } from './order.ts';
export { noisesIn, unknownNoise } from './noise.ts';
export type { NoiseOf } from './noise.ts';
export { gateOf } from './gate.ts';
export type { AcknowledgedSuspect, Gate } from './gate.ts';
export { acknowledgedAmong } from './acknowledged/known.ts';
export type { AcknowledgedAt } from './acknowledged/known.ts';
export { resolveAcknowledgements, withUse } from './acknowledged/resolve.ts';
export type { AcknowledgedMachine, ResolveBy, SeenChanges } from './acknowledged/resolve.ts';
export { withoutAcknowledged } from './acknowledged/mute.ts';
export { acknowledgedFile } from './acknowledged/file.ts';
export { feedFile } from './feed/index.ts';
export { newestRuns, noiseFile, runFileOf, runListFile } from './run-files.ts';
export type { LateFile } from './run-files.ts';
export { isOwn } from './peers.ts';
export type { PeerChange } from './peers.ts';
export { judgeTimes, withVerdicts } from './judge.ts';
export type { JudgedTimes, LevelTimes, SeriesTimes, Verdict } from './judge.ts';
export { timesOf } from './times.ts';
export { digestMeasured, digestOf, rowsOf } from './digest.ts';
export type { DigestColumns, DigestRow, RunDigest, RunHead } from './digest.ts';
export { byMachine, entryOf, isJudged, orderEntries } from './entries.ts';
export type { MachineEntries, RunEntry } from './entries.ts';
export { checkedEntries, ladderEntries, lookEntries, perturbedEntries } from './whole.ts';
export type { SummedMachine } from './whole.ts';
export { casesOf, pageSize, summarise } from './page.ts';
export type { PageSummary, PlacedRow } from './page.ts';
export type { PlacedRows } from './page-rows.ts';
export { familiesOf, indexOf } from './site.ts';
export type { KnownMachine } from './site.ts';
export { commitDocuments, lookAtCommits } from './commits/documents.ts';
export type { CommitDocuments } from './commits/documents.ts';
export type { Looks as CommitLooks } from './commits/lane.ts';
export { gridOf } from './grid/grid.ts';
export type { GridSources } from './grid/grid.ts';
export { curriculumFiles } from './curriculum.ts';
export {
  caseFileOf,
  checksFile,
  commitFiles,
  dataName,
  dataNames,
  familyFile,
  gridFiles,
  indexFile,
  judgementFile,
  kernelFiles,
  runFiles,
  speedFile,
} from './files.ts';
export type { DataFile } from './files.ts';
export { speedOf, suiteSpeeds, testSpeeds } from './speed.ts';
