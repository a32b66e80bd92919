// What a rung costs in code and what it brings: its lines against its speed-up, one point a variant.
import type { SiteFamily } from '@kernel-ladder/schema';
import { shortCommit } from '../format.ts';
import { rungsOf } from './rung.ts';

/** A variant's place on the chart. */
export interface CodePoint {
  readonly variant: string;
  /** On the ladder, which gives the colour. */
  readonly place: number;
  /** Lines of WGSL that ran, and of the TypeScript that generated them; neither blanks nor comments. */
  readonly wgsl: number;
  readonly host: number;
  readonly lines: number;
  /** Over the first rung of the case. */
  readonly speedup: number;
  readonly perLine: number;
}

/** The variants of one case in one run that have a speed-up and know their lines, in ladder order. */
export function codePointsOf(family: SiteFamily, caseName: string, run: number): readonly CodePoint[] {
  return rungsOf(family, caseName, run, 'medianNs').flatMap((rung) => {
    const { loc } = rung.point;
    if (rung.status !== 'passed' || rung.speedup === null || !loc) return [];
    const { speedup, place, series } = rung;
    const { wgsl, host } = loc;
    const lines = wgsl + host;
    return [{ variant: series.variant, place, wgsl, host, lines, speedup, perLine: speedup / lines }];
  });
}

/** From which commit on a generator's lines are also those that it imports; empty for a family without generators. */
export function countsNote({ runs, series }: SiteFamily): string {
  const counted = series.flatMap(({ points }) =>
    points.filter(({ loc }) => loc !== undefined && loc.host > 0),
  );
  if (counted.length === 0) return '';
  const complete = counted.filter(({ loc }) => loc?.counts !== undefined).map(({ run }) => run);
  const first = runs[Math.min(...complete)];
  if (!first) return 'A generator is counted without the files that it imports.';
  const from = `From commit ${shortCommit(first.commit.sha)} on, a generator is counted with all that it imports`;
  return complete.length === counted.length ? `${from}.` : `${from}; before, its own file alone.`;
}
