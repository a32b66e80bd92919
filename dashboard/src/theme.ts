// Colours that the charts draw with; the same hues as style.css, for a canvas that cannot read it.

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

/** The look of one variant wherever it appears. */
export interface SeriesStyle {
  readonly colour: string;
  readonly dash: readonly number[];
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
const storageKey = 'kernel-ladder-theme';

/** The look of the variant at this place of the ladder; past the eighth, the hues return dashed. */
export function seriesStyle(theme: Theme, place: number): SeriesStyle {
  const round = Math.floor(place / theme.series.length);
  return {
    colour: theme.series[place % theme.series.length] ?? theme.ink,
    dash: dashes[round % dashes.length] ?? [],
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
  const chosen = localStorage.getItem(storageKey);
  if (chosen === 'light' || chosen === 'dark') return themes[chosen];
  return themes[matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'];
}

/** Remembers a choice. */
export function rememberTheme(name: ThemeName): void {
  localStorage.setItem(storageKey, name);
}
