// The API reference of the packages, made from their sources.
export { packagesIn, sourcesIn } from './files.ts';
export { apiPages, entriesOf } from './pages.ts';
export type { ApiPackage, ApiPage } from './pages.ts';
export { exportsOf } from './read.ts';
export type { Exported, Sources } from './read.ts';
