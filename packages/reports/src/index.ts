// Write-ups as Markdown, from families and their recorded runs.
export { allReports } from './all.ts';
export type { Report, ReportInput } from './report.ts';
