// Every page of the site: its title, its link, and where its script is.
import type { PageId } from '../state.ts';
import type { PreparePage } from './context.ts';

/** A page as the frame and the browser's tab name it. */
export interface PageEntry {
  readonly title: string;
  /** The word of its link, where the title is too long for one. */
  readonly link?: string;
  /** True where its link is the first of a group: results, models of the device, commits and runs, what is to be learned, the rest. */
  readonly begins?: boolean;
  /** True where it shows one machine: links to it keep the machine that is chosen. */
  readonly isOfMachine: boolean;
  /** Loads its script; fails where that does not arrive. */
  readonly load: () => Promise<PreparePage>;
}

/** The pages in the order of their links. What few readers open comes when they do. */
export const pageTable: { readonly [Page in PageId]: PageEntry } = {
  overview: {
    title: 'Overview',
    isOfMachine: true,
    load: async () => (await import('./overview.tsx')).overviewPage,
  },
  grid: {
    title: 'Series',
    isOfMachine: true,
    load: async () => (await import('./grid.tsx')).gridPage,
  },
  results: {
    title: 'Results',
    isOfMachine: true,
    load: async () => (await import('./results.tsx')).resultsPage,
  },
  roofline: {
    title: 'Roofline',
    begins: true,
    isOfMachine: true,
    load: async () => (await import('./roofline.tsx')).rooflinePage,
  },
  sweeps: {
    title: 'Sweeps',
    isOfMachine: true,
    load: async () => (await import('./sweeps.tsx')).sweepsPage,
  },
  tuning: {
    title: 'Tuning',
    isOfMachine: true,
    load: async () => (await import('./tuning.tsx')).tuningPage,
  },
  allreduce: {
    title: 'Allreduce',
    isOfMachine: true,
    load: async () => (await import('./allreduce.tsx')).allreducePage,
  },
  changes: {
    title: 'Regressions',
    begins: true,
    isOfMachine: true,
    load: async () => (await import('./changes.tsx')).changesPage,
  },
  commit: {
    title: 'Commits',
    isOfMachine: true,
    load: async () => (await import('./commit.tsx')).commitPage,
  },
  compare: {
    title: 'Compare',
    isOfMachine: true,
    load: async () => (await import('./compare.tsx')).comparePage,
  },
  run: {
    title: 'Runs',
    isOfMachine: true,
    load: async () => (await import('./run.tsx')).runPage,
  },
  curriculum: {
    title: 'Curriculum',
    begins: true,
    isOfMachine: false,
    load: async () => (await import('./curriculum.tsx')).curriculumPage,
  },
  reports: {
    title: 'Reports',
    isOfMachine: false,
    load: async () => (await import('./reports.tsx')).reportsPage,
  },
  judge: {
    title: 'How often is the judge wrong?',
    link: 'Judge',
    isOfMachine: false,
    load: async () => (await import('./judge.tsx')).judgePage,
  },
  here: {
    title: 'Run it here',
    link: 'Run here',
    begins: true,
    isOfMachine: true,
    load: async () => (await import('./here.tsx')).herePage,
  },
  glossary: {
    title: 'Glossary',
    isOfMachine: false,
    load: async () => (await import('./glossary.tsx')).glossaryPage,
  },
};
