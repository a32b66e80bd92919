// Plots as SVG, for pages that no script draws on: lines over two logarithmic axes, the same text for the same numbers.

/** One line; `dashed` for what is counted and not measured. */
export interface PlotLine {
  readonly name: string;
  readonly dashed?: boolean;
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** One pair of axes. Points at or below zero have no place on them and are left out. */
export interface Panel {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly lines: readonly PlotLine[];
}

const width = 340;
const height = 290;
const area = { left: 58, right: 328, top: 34, bottom: 196 };
const lineHeight = 14;

/** Panels side by side; `title` is what a reader hears who cannot see them. */
export function plot(title: string, panels: readonly Panel[]): string {
  const drawn = panels.map(
    (panel, at) => `<g transform="translate(${at * width} 0)">\n${panelText(panel)}\n</g>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${panels.length * width} ${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${style}</style>`,
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}

// Okabe and Ito's hues, as on the dashboard, and greys: all of them stand out from a light page as from a dark one.
const hues = ['#6f7377', '#0072b2', '#c85200', '#00855f', '#b4508c', '#b07a00', '#2490c4', '#7a6f00'];
const style = [
  'text{font:11px sans-serif;fill:#767b80}',
  '.title{font-weight:600}',
  '.grid{stroke:#8a8f944d;stroke-width:1}',
  'polyline{fill:none;stroke-width:2}',
].join('');

function panelText({ title, x, y, lines }: Panel): string {
  const shown = lines.map((line) => ({ ...line, points: line.points.filter(([a, b]) => a > 0 && b > 0) }));
  const points = shown.flatMap((line) => line.points);
  if (points.length === 0) return text(area.left, 16, `${title}: no numbers`, { kind: 'title' });
  const [across, up] = [
    scaleOf(
      points.map(([a]) => a),
      [area.left, area.right],
    ),
    scaleOf(
      points.map(([, b]) => b),
      [area.bottom, area.top],
    ),
  ];
  return [
    text(area.left, 16, title, { kind: 'title' }),
    ...across.ticks.map(
      (value) =>
        gridLine(across.at(value), area.top, across.at(value), area.bottom) + tickText(value, across),
    ),
    ...up.ticks.map(
      (value) =>
        gridLine(area.left, up.at(value), area.right, up.at(value)) +
        text(area.left - 6, up.at(value) + 4, named(value), { anchor: 'end' }),
    ),
    text((area.left + area.right) / 2, area.bottom + 32, x, { anchor: 'middle' }),
    text(area.left, area.top - 6, y),
    ...shown.map((line, at) => lineText(line, hueOf(at), { across, up })),
    ...shown.map((line, at) => keyText(line, at)),
  ].join('\n');
}

interface Scale {
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
}

// Powers of ten, thinned so that no more than six have a name.
function scaleOf(values: readonly number[], [from, to]: readonly [number, number]): Scale {
  const [least, most] = [Math.min(...values), Math.max(...values)].map(Math.log10);
  const [low, high] = [Math.floor(least ?? 0), Math.max(Math.ceil(most ?? 1), Math.floor(least ?? 0) + 1)];
  const every = Math.ceil((high - low) / 6);
  const count = Math.floor((high - low) / every) + 1;
  return {
    at: (value) => from + ((to - from) * (Math.log10(value) - low)) / (high - low),
    ticks: Array.from({ length: count }, (_, step) => 10 ** (low + step * every)),
  };
}

function lineText(
  { points, dashed = false }: PlotLine,
  hue: string,
  { across, up }: { readonly across: Scale; readonly up: Scale },
): string {
  const places = points.map(([x, y]) => [rounded(across.at(x)), rounded(up.at(y))] as const);
  const dash = dashed ? ' stroke-dasharray="5 3"' : '';
  const marks = dashed ? [] : places.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="2.5" fill="${hue}"/>`);
  return [`<polyline stroke="${hue}"${dash} points="${places.join(' ')}"/>`, ...marks].join('');
}

function keyText({ name, dashed = false }: PlotLine, at: number): string {
  const [x, y] = [area.left + 135 * (at % 2), area.bottom + 50 + lineHeight * Math.floor(at / 2)];
  const dash = dashed ? ' stroke-dasharray="5 3"' : '';
  return `<path d="M${x} ${y - 4}h18" stroke="${hueOf(at)}" stroke-width="2"${dash}/>${text(x + 24, y, name)}`;
}

function tickText(value: number, across: Scale): string {
  return text(across.at(value), area.bottom + 16, named(value), { anchor: 'middle' });
}

function gridLine(x1: number, y1: number, x2: number, y2: number): string {
  return `<path class="grid" d="M${rounded(x1)} ${rounded(y1)}L${rounded(x2)} ${rounded(y2)}"/>`;
}

function text(x: number, y: number, words: string, look: Look = {}): string {
  const { kind, anchor } = look;
  const attributes = [kind && ` class="${kind}"`, anchor && ` text-anchor="${anchor}"`]
    .filter(Boolean)
    .join('');
  return `<text x="${rounded(x)}" y="${rounded(y)}"${attributes}>${escaped(words)}</text>`;
}

interface Look {
  readonly kind?: 'title';
  readonly anchor?: 'middle' | 'end';
}

function named(value: number): string {
  return value.toLocaleString('en', { notation: 'compact', maximumSignificantDigits: 3 });
}

const hueOf = (at: number): string => hues[at % hues.length] ?? '#000000';

// A tenth of a unit is less than anybody sees, and the same on every machine.
const rounded = (value: number): number => Math.round(10 * value) / 10;

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
