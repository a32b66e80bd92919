// How a family is listed, checked, timed and tuned; free of Node, so that a page can do the same.
export { coverEdgeCases } from './check/coverage.ts';
export type { Covered, CoverageRequest } from './check/coverage.ts';
export { findSubject, listFamily, showId } from './run/listing.ts';
export { execute } from './run/execute.ts';
export { tune } from './tune/tune.ts';
export type { TuneRequest } from './tune/tune.ts';
export { choicesOf, tableFile, withTable } from './tune/table.ts';
export { runIds } from './run/run-ids.ts';
export type { RunRequest } from './run/run-ids.ts';
export { closeWorkbench, openWorkbench } from './run/workbench.ts';
export type { Workbench, WorkbenchRequest } from './run/workbench.ts';
export { createClock } from './measure/clock.ts';
export type { Clock } from './measure/clock.ts';
export { profileMachine } from './machine/profile.ts';
export { pageHost } from './machine/host.ts';
export type { HostFacts } from './machine/host.ts';
export { isCoarse } from './machine/calibrate.ts';
export { measureRoofs, measureRulers } from './machine/roofs.ts';
