// Colours that the charts draw with; the same hues as style.css, for a canvas that cannot read it.

import { store, stored } from './storage.ts';

/** Light or dark. */
export type ThemeName = 'light' | 'dark';

/** What a chart needs to know about the theme. */
export interface Theme {
  readonly name: ThemeName;
  readonly ink: string;
  readonly muted: string;
  readonly grid: string;
  readonly surface: string;
  readonly failed: string;
  /** Okabe and Ito's eight hues, moved in lightness until each stands out from the surface. */
  readonly series: readonly string[];
}

/** A point that is told apart by its outline, for readers who tell few hues apart. */
export interface PointShape {
  readonly name: 'circle' | 'rect' | 'triangle' | 'rectRot' | 'wedge' | 'arrow';
  /** What Chart.js calls it, and how far it is turned, in degrees. */
  readonly pointStyle: 'circle' | 'rect' | 'triangle' | 'rectRot';
  readonly rotation: number;
}

/** The look of one variant at one case, wherever it appears. */
export interface SeriesStyle {
  readonly colour: string;
  readonly dash: readonly number[];
  readonly shape: PointShape;
}

/** Both themes. */
export const themes: { readonly [Name in ThemeName]: Theme } = {
  light: {
    name: 'light',
    ink: '#1d1f21',
    muted: '#63676b',
    grid: '#e6e5e1',
    surface: '#ffffff',
    failed: '#c3242b',
    series: ['#6f7377', '#0072b2', '#c85200', '#00855f', '#b4508c', '#b07a00', '#2490c4', '#7a6f00'],
  },
  dark: {
    name: 'dark',
    ink: '#e9e7e2',
    muted: '#9b9fa3',
    grid: '#2b2f33',
    surface: '#191c1f',
    failed: '#ff6b6b',
    series: ['#a3a7ab', '#56a8e8', '#f08a4b', '#2fc498', '#e08fc0', '#e6ad2e', '#8fd3ff', '#e4da5a'],
  },
};

const dashes: readonly (readonly number[])[] = [[], [6, 3], [2, 2]];
const circle: PointShape = { name: 'circle', pointStyle: 'circle', rotation: 0 };
// Six, so that no shape meets the same hue again in six rounds of seven hues, and the two blues have different ones.
const shapes: readonly PointShape[] = [
  circle,
  { name: 'rect', pointStyle: 'rect', rotation: 0 },
  { name: 'triangle', pointStyle: 'triangle', rotation: 0 },
  { name: 'rectRot', pointStyle: 'rectRot', rotation: 0 },
  { name: 'wedge', pointStyle: 'triangle', rotation: 180 },
  { name: 'arrow', pointStyle: 'triangle', rotation: 90 },
];
const storageKey = 'kernel-ladder-theme';

/** The look of the variant at this place of a case's ladder; past the eighth, the hues but the first return dashed. */
export function seriesStyle(theme: Theme, place: number): SeriesStyle {
  // Grey stays with the first rung, which the others are measured against.
  const hues = theme.series.length - 1;
  const round = Math.floor(Math.max(place - 1, 0) / hues);
  return {
    colour: theme.series[place === 0 ? 0 : 1 + ((place - 1) % hues)] ?? theme.ink,
    dash: dashes[round % dashes.length] ?? [],
    shape: shapes[place % shapes.length] ?? circle,
  };
}

/** Mixes a hex colour into transparency, for bands. */
export function translucent(colour: string, alpha: number): string {
  return `${colour}${Math.round(alpha * 255)
    .toString(16)
    .padStart(2, '0')}`;
}

/** The theme in force: what the reader chose, else what the system asks for. */
export function currentTheme(): Theme {
  const name = stored(storageKey);
  if (name === 'light' || name === 'dark') return themes[name];
  return themes[matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'];
}

/** Takes a choice; false where the browser keeps it for this visit only. */
export function rememberTheme(name: ThemeName): boolean {
  return store(storageKey, name);
}
