// Write-ups as Markdown, from families and their recorded runs.
export { allReports, readmeSection } from './all.ts';
export type { OtherRecords } from './all.ts';
export { mutantSection, mutationScore, percent } from './mutants.ts';
export type { Report, ReportInput } from './report.ts';
export { withSection } from './section.ts';
