// Write-ups as Markdown, from families and their recorded runs.
export { allReports } from './all.ts';
export { measuredSection } from './measured.ts';
export type { Report, ReportInput } from './report.ts';
export { withSection } from './section.ts';
