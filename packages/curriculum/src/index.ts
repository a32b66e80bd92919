// What the curricula ask for, and how much of it the recorded results have proven.
export type * from './types.generated.ts';
export { readArtefact, stamp } from './artefact.ts';
export type { Artefact } from './artefact.ts';
export { audit } from './audit.ts';
export type { AuditedItem } from './audit.ts';
export { commandFor, remedyFor } from './command.ts';
export type { Lacking } from './command.ts';
export { completion, completionOverCommits, countStates } from './completion.ts';
export { createCurriculum, dependenciesOf, thresholdsOf } from './curriculum.ts';
export type { Curriculum, NamedFile } from './curriculum.ts';
export { markdownTable } from './markdown.ts';
export { nextItems } from './next.ts';
export type { NextItem } from './next.ts';
export { parseCompletion, parseItems, parseProgress, parseTestEvidence } from './parse.ts';
export { shortNumber } from './numbers.ts';
export { checkProgress } from './progress.ts';
export { loadCurriculum, projectFiles } from './project.ts';
export { quantityTable, unitOf } from './quantities.ts';
export type { Quantity } from './quantities.ts';
export { describeRule } from './rules/describe.ts';
export { growthOrder } from './rules/growth.ts';
export { describeSelector, globOf, selects } from './select.ts';
export { noEvidence, takeSnapshot, timedRow } from './snapshot.ts';
export type { Evidence, MachineRows, Row, Snapshot } from './snapshot.ts';
export { standingPage } from './standing.ts';
export type { Audited } from './standing.ts';
export { itemStates, noProgress } from './states.ts';
export { summarise, withHistory } from './summary.ts';
export type { Summary } from './summary.ts';
export {
  commitTable,
  evidenceTable,
  itemPage,
  itemTable,
  nextTable,
  phaseTable,
  share,
  trackTable,
  unprovenTable,
} from './tables.ts';
export type { ItemPage, Table } from './tables.ts';
export { addTold, isSameWord, looksAt, wordOf } from './telling.ts';
export type { Told } from './telling.ts';
export { hardwareTestFiles, toTestEvidence } from './test-evidence.ts';
export type { TestRun, TestsSpeed, TimedTests, VitestReport } from './test-evidence.ts';
