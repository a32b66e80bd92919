// How a family is listed, checked, timed and tuned; free of Node, so that a page can do the same.
export { coverEdgeCases } from './check/coverage.ts';
export { findSubject, listFamily, showId } from './run/listing.ts';
export { execute } from './run/execute.ts';
export { tune } from './tune/tune.ts';
export { withTable } from './tune/table.ts';
export { runIds } from './run/run-ids.ts';
export { closeWorkbench, openWorkbench } from './run/workbench.ts';
export { profileMachine } from './machine/profile.ts';
export { pageHost } from './machine/host.ts';
export { isCoarse } from './machine/calibrate.ts';
export { measureRulers } from './machine/roofs.ts';
