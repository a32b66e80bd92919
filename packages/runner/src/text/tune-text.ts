// A search for people: what may be chosen, what was chosen, and the landscape behind it.
import { heatMap, importance } from '@kernel-ladder/autotune';
import type { HeatMap, Point } from '@kernel-ladder/autotune';
import type { TuneObservation, TuneSpace, TuningChoice, TuningEntry } from '@kernel-ladder/schema';
import { columnsText, digits, formatNs, formatSeconds } from './format.ts';

/** A space before anything is looked at: its values, and how many combinations are left after what refuses them. */
export function spaceText({
  rung,
  class: shapeClass,
  case: name,
  parameters,
  usual,
  combinations,
  candidates,
  refused,
}: TuneSpace): string {
  const values = Object.entries(parameters).map(([parameter, all]) => [
    parameter,
    all.map(String).join(' '),
    String(usual[parameter] ?? ''),
  ]);
  return `${rung} for ${shapeClass}, on ${name}
${columnsText(['parameter', 'values', 'usual'], values)}${combinations} combinations, ${candidates.length} to look at
${refusedText(refused)}`;
}

const most = 3;

/** What was refused before anything was compiled: how many for each reason, and the first of them. */
export function refusedText(refused: TuneSpace['refused']): string {
  // The numbers in a limit's sentence, and the better candidate's name, differ; what refuses does not.
  const groups = Map.groupBy(refused, ({ by, why }) => `${by}: ${by === 'constraint' ? why : ''}`);
  const lines = [...groups.values()].map((group) => {
    const [first] = group;
    const names = group.slice(0, most).map(({ name }) => name);
    const others = group.length > most ? ` and ${group.length - most} more` : '';
    return `  ${group.length} ${first?.by === 'constraint' ? 'against a constraint' : first?.by === 'limit' ? 'over a limit' : 'dominated'}: ${first?.why ?? ''}\n    ${names.join('\n    ')}${others}\n`;
  });
  return lines.length > 0 ? `refused before anything is compiled:\n${lines.join('')}` : '';
}

/** One row a subject: the choice, its time beside the usual one, and what the search took. */
export function entriesText(entries: readonly TuningEntry[]): string {
  const rows = entries.map((entry) => {
    const { rung, class: shapeClass, choice, usual, tunedNs, usualNs, search } = entry;
    return [
      `${rung} ${shapeClass}`,
      choiceText(choice, usual),
      formatNs(usualNs),
      formatNs(tunedNs),
      speedText(entry),
      String(search.candidates),
      String(search.looks),
      formatSeconds(1000 * search.seconds),
    ];
  });
  return columnsText(
    ['rung and class', 'choice', 'usual', 'tuned', 'speed', 'candidates', 'looks', 'took'],
    rows,
  );
}

function choiceText(choice: TuningChoice, usual: TuningChoice): string {
  const changed = Object.entries(choice).filter(([name, value]) => usual[name] !== value);
  return changed.length === 0
    ? 'the usual one'
    : changed.map(([name, value]) => `${name}=${String(value)}`).join(' ');
}

function speedText({ speed: { ratio, low, high, turns } }: TuningEntry): string {
  return turns === 0 ? '1' : `${digits(ratio, 3)} (${digits(low, 3)} to ${digits(high, 3)})`;
}

/** One look as it comes in. */
export function lookText({ name, round, outcome, ns, message }: TuneObservation): string {
  const what = outcome === 'timed' && ns !== undefined ? formatNs(ns) : `${outcome}: ${message ?? ''}`;
  return `round ${round}  ${name}  ${what}`;
}

/** What was refused by the oracle or failed, with its reason; a fast wrong one is told with its time. */
export function wrongText(observations: readonly TuneObservation[]): string {
  return observations
    .filter(({ outcome }) => outcome !== 'timed')
    .map(
      ({ name, outcome, ns, message = '' }) =>
        `${outcome}: ${name}${ns === undefined ? '' : `, ${formatNs(ns)}`}: ${message}\n`,
    )
    .join('');
}

/** A landscape as a heat map over the two most important parameters, with the best and the worst. */
export function landscapeText(entry: TuningEntry, isColoured: boolean): string {
  const points = pointsOf(entry);
  const shares = importance(points).filter(({ share }) => share > 0);
  const [down, across] = shares;
  const timed = points.flatMap(({ candidate, ns }) => (ns === null ? [] : [{ candidate, ns }]));
  const ordered = timed.toSorted((one, other) => one.ns - other.ns);
  const best = ordered[0]?.ns ?? 1;
  const rows = [...ordered.slice(0, 5), ...(ordered.length > 8 ? ordered.slice(-3) : ordered.slice(5))].map(
    ({ candidate, ns }) => [
      Object.entries(candidate)
        .map(([name, value]) => `${name}=${String(value)}`)
        .join(' '),
      formatNs(ns),
      digits(ns / best, 3),
    ],
  );
  const share = shares.map(({ parameter, share: of }) => `${parameter} ${Math.round(100 * of)} %`).join(', ');
  const map =
    down && across ? heatText(heatMap(points, down.parameter, across.parameter), best, isColoured) : '';
  return `${entry.rung} for ${entry.class}
variance of ln(time) that a parameter explains: ${share || 'none'}
${map}${columnsText(['the best and the worst', 'time', 'of the best'], rows)}`;
}

/** The candidates of an entry's landscape. */
export function pointsOf({ landscape: { parameters, rows } }: TuningEntry): readonly Point[] {
  return rows.map(({ values, ns }) => ({
    candidate: Object.fromEntries(parameters.map((name, at) => [name, values[at] ?? 0])),
    ns,
  }));
}

// Colours of a terminal from quick to slow, and shades where it has none.
const colours = [22, 28, 64, 100, 136, 130, 94, 88] as const;
const shades = ['█', '▓', '▒', '░', '·'] as const;

// Twice the least time and more is the slowest shade: differences among the good ones matter.
function shareOf(ratio: number): number {
  return Math.min(1, Math.max(0, Math.log2(ratio)));
}

function heatText({ down, across, ns }: HeatMap, best: number, isColoured: boolean): string {
  const width = Math.max(6, ...across.values.map((value) => String(value).length + 1));
  const label = Math.max(...down.values.map((value) => String(value).length), 1);
  const cell = (value: number | null) => {
    if (value === null) return ' '.repeat(width);
    const share = shareOf(value / best);
    const text = digits(value / best, 3).padStart(width - 1);
    if (!isColoured) return `${shades[Math.round(share * (shades.length - 1))] ?? ''}${text}`;
    const colour = colours[Math.round(share * (colours.length - 1))] ?? 0;
    return `\u001B[48;5;${colour}m${text} \u001B[0m`;
  };
  const head = across.values.map((value) => String(value).padStart(width)).join('');
  const lines = ns.map(
    (row, at) => `${String(down.values[at] ?? '').padStart(label)} ${row.map(cell).join('')}\n`,
  );
  return `least time over that of the best, ${down.parameter} down, ${across.parameter} across
${' '.repeat(label)} ${head}\n${lines.join('')}`;
}
