// The contract between the rooms: every file that one package writes and another reads has its schema here.
export type * from './types.generated.ts';
export type { ScalarType } from './dtype.ts';
export { formatId, formatCase, parseId } from './id.ts';
export type { Id, NamedParam } from './id.ts';
export { joinColumns, packColumn, packRows, unpackRows } from './columns.ts';
export type { ColumnRow } from './columns.ts';
export { cellsOf, fillColumns, mergeColumns, numbersOfWords, planColumns } from './split-columns.ts';
export type { ColumnPlan, RowCells, SplitColumns } from './split-columns.ts';
export { gather, joinTables, numbersAt } from './table.ts';
export type { Cell, Table, Tables } from './table.ts';
export { beginRun, drawSeed, largestSeed, runFileName } from './begin.ts';
export type { Beginning } from './begin.ts';
export type { MeasuredResult, MeasuredRun, Places } from './measured.ts';
export { listedOnly } from './unlisted.ts';
export { byDate, holdsCopy, uniqueRuns } from './runs.ts';
export type { Dated } from './runs.ts';
export { parseCase } from './params.ts';
export type { CaseSpace, Form, ParamSpec, WholeNumber } from './params.ts';
export { isListedAs } from './equivalents.ts';
export { InvalidDocument } from './invalid.ts';
export {
  parseEquivalentMutants,
  parseKernel,
  parseLaunches,
  parseMachine,
  parseMutantScores,
  parseReference,
  parseResult,
  parseRun,
  parseSeries,
  parseSiteChecks,
  parseSiteFamily,
  parseSiteIndex,
  parseSiteJudgement,
  parseSiteSpeed,
  parseSuite,
  parseTopology,
  readJson,
} from './parse.ts';
export {
  parseAcknowledged,
  parseSiteAcknowledged,
  parseSiteNoise,
  parseSiteRun,
  parseSiteRunList,
} from './parse-run.ts';
export { speedQuantities } from './speed.ts';
export { parseSiteCommits, parseSiteEffects } from './parse-commits.ts';
export type { Effects } from './parse-commits.ts';
export { effectsPage, effectStates } from './effect-states.ts';
export type { EffectState } from './effect-states.ts';
export { parseSiteGrid, parseSiteOverview } from './parse-grid.ts';
export type { Grid } from './parse-grid.ts';
export { parseSiteCase, parseSiteRuns } from './parse-site.ts';
export { greatestDifference } from './loss-curves.ts';
export { parseTraining, readTraining } from './parse-training.ts';
export { parseTuningTable, readTuningTable } from './parse-tuning.ts';
export { choiceText, otherChoice, tunedText } from './tuned.ts';
export type { TableOwner } from './parse-tuning.ts';
export { parseConfirmed } from './parse-confirmed.ts';
export { leastEffect, leastMove, moveOf } from './moved.ts';
export type { MoveKind } from './moved.ts';
export { hashKernel } from './kernel.ts';
export { cardId, machineKey } from './machine-key.ts';
export type { HostKind, MachineIdentity } from './machine-key.ts';
export { sha256 } from './sha256.ts';
export { validateRun } from './validate/run.ts';
export {
  besideIn,
  boundsMedian,
  breaksOnPurpose,
  doubtOfTime,
  doubtsBeside,
  isFitRung,
  peerGroupOf,
  speedOver,
} from './beside.ts';
export type { Beside, PeerGroup, Ratio, TimedResult } from './beside.ts';
export { isSamePeer, peerDifferences } from './peer.ts';
export { familyLadders, ladderOf, uniteLadders } from './ladder.ts';
export { metricIds, metricOf, metricTable, numberIn } from './metrics.ts';
export type { Ceilings, Measurement, Metric, MetricId } from './metrics.ts';
export {
  lanes,
  nameProcess,
  nameTrack,
  overlapEfficiency,
  pairStanding,
  stagePairs,
  traceOf,
} from './timeline.ts';
export type { PairStanding, StagePair, Trace, TraceEvent } from './timeline.ts';
export { boundFrom, boundOf, launchesFrom, timeSharesOf } from './bound.ts';
export type { Bound, TimeShares } from './bound.ts';
export { heldBack, heldBackWords, isBoundOf, perturbationWords, perturbedWords } from './held-back.ts';
export type { HeldBack, HeldBackBy, PerturbedTimes } from './held-back.ts';
export { memoryRoof, memoryRoofGBps, roofOf } from './roofline.ts';
export type { UnderRoof } from './roofline.ts';
export { fittingUnit, numberTypeOf, storedUnit } from './units.ts';
export type { NumberType, Unit, Units } from './units.ts';
export { parseEvent } from './protocol.ts';
export type {
  AdapterEntry,
  AdapterRequest,
  AdapterSeen,
  FamilyEvent,
  FamilyListing,
  FurtherCases,
  Job,
  CoveredRung,
  DeviceUse,
  KnownOutputs,
  ListedId,
  MutantsJob,
  Phase,
  Spent,
  ShownId,
  ShownPass,
} from './protocol.ts';
export type { TrainEvent, TrainJob, TrainWishes } from './protocol-train.ts';
export type { TuneEvent, TuneJob, TuneJournal, TuneObservation, TuneSpace } from './protocol-tune.ts';
export { prepareValidators } from './validators.ts';
