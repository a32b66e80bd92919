// A plot beside a page: a file of its own, with its origin in the first line.
import { stamp } from '@kernel-ladder/curriculum';
import type { Row } from '@kernel-ladder/curriculum';
import { newestCommit } from './report.ts';
import type { Report } from './report.ts';
import { plot } from './svg.ts';
import type { Panel } from './svg.ts';

/** What a figure is called and shows, and the results behind its points. */
export interface FigureDraft {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly title: string;
  readonly panels: readonly Panel[];
  readonly sources: readonly Row[];
}

/** Writes a figure. */
export function writeFigure({ name, title, panels, sources }: FigureDraft): Report {
  const rows = panels.reduce(
    (sum, { lines }) => sum + lines.reduce((points, line) => points + line.points.length, 0),
    0,
  );
  const origin = { commit: newestCommit(sources), rows, missing: 0 };
  const path = `docs/reports/${name}.svg`;
  return { path, title, text: stamp(origin, plot(title, panels)), rows, missing: [] };
}

/** Shows a figure in a page of the same folder. */
export function figureLink({ name, title }: Pick<FigureDraft, 'name' | 'title'>): string {
  return `![${title}](${name}.svg)`;
}
