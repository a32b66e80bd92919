// What a rung costs in code and what it brings: its lines against its speed-up, one point a variant.
import type { SiteFamily } from '@kernel-ladder/schema';
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
    const lines = loc.wgsl + loc.host;
    return [{ variant: series.variant, place, ...loc, lines, speedup, perLine: speedup / lines }];
  });
}
