// Every page of the site: its title, its link, and how it is prepared.
import type { PageId } from '../state.ts';
import type { PreparePage } from './context.ts';

/** A page as the frame and the browser's tab name it. */
export interface PageEntry {
  readonly title: string;
  /** The word of its link, where the title is too long for one. */
  readonly link?: string;
  /** True where it shows one machine: links to it keep the machine that is chosen. */
  readonly isOfMachine: boolean;
  readonly prepare: PreparePage;
}

/** The pages in the order of their links. What few readers open comes when they do. */
export const pageTable: { readonly [Page in PageId]: PageEntry } = {
  overview: {
    title: 'Overview',
    isOfMachine: true,
    prepare: async (context) => (await import('./overview.tsx')).overviewPage(context),
  },
  grid: {
    title: 'Series',
    isOfMachine: true,
    prepare: async (context) => (await import('./grid.tsx')).gridPage(context),
  },
  results: {
    title: 'Results',
    isOfMachine: true,
    prepare: async (context) => (await import('./results.tsx')).resultsPage(context),
  },
  roofline: {
    title: 'Roofline',
    isOfMachine: true,
    prepare: async (context) => (await import('./roofline.tsx')).rooflinePage(context),
  },
  sweeps: {
    title: 'Sweeps',
    isOfMachine: true,
    prepare: async (context) => (await import('./sweeps.tsx')).sweepsPage(context),
  },
  allreduce: {
    title: 'Allreduce',
    isOfMachine: true,
    prepare: async (context) => (await import('./allreduce.tsx')).allreducePage(context),
  },
  changes: {
    title: 'Regressions',
    isOfMachine: true,
    prepare: async (context) => (await import('./changes.tsx')).changesPage(context),
  },
  commit: {
    title: 'Commits',
    isOfMachine: true,
    prepare: async (context) => (await import('./commit.tsx')).commitPage(context),
  },
  compare: {
    title: 'Compare',
    isOfMachine: true,
    prepare: async (context) => (await import('./compare.tsx')).comparePage(context),
  },
  run: {
    title: 'Runs',
    isOfMachine: true,
    prepare: async (context) => (await import('./run.tsx')).runPage(context),
  },
  curriculum: {
    title: 'Curriculum',
    isOfMachine: false,
    prepare: async (context) => (await import('./curriculum.tsx')).curriculumPage(context),
  },
  reports: {
    title: 'Reports',
    isOfMachine: false,
    prepare: async (context) => (await import('./reports.tsx')).reportsPage(context),
  },
  judge: {
    title: 'How often is the judge wrong?',
    link: 'Judge',
    isOfMachine: false,
    prepare: async () => (await import('./judge.tsx')).judgePage(),
  },
  here: {
    title: 'Run it here',
    isOfMachine: true,
    prepare: async (context) => (await import('./here.tsx')).herePage(context),
  },
  glossary: {
    title: 'Glossary',
    isOfMachine: false,
    prepare: async (context) => (await import('./glossary.tsx')).glossaryPage(context),
  },
};
