// How the wide kernel brings queries, keys and values into workgroup memory: keys and values at different times, so that one
// barrier tells both that a tile has been read and that the other one is complete.
import { each } from '@kernel-ladder/kernel-kit';
import { fragment, lanes } from '../tensor/layout.ts';
import type { WideLayout } from './layout.ts';

/** What is brought in tiles. */
export type Operand = 'keys' | 'values';

function unit({ threads }: WideLayout, copy: number): string {
  return copy === 0 ? 'thread' : `(thread + ${copy * threads}u)`;
}

function tileOf(operand: Operand): string {
  return operand === 'keys' ? 'tile_k' : 'tile_v';
}

/** Variables that hold an operand's next rows on their way. */
export function declareHeld({ copies }: WideLayout): string {
  return each(copies, (copy) => `var held_keys${copy} = vec4u(); var held_values${copy} = vec4u();`);
}

/** Starts the loads of an operand's rows from `first` on. */
export function fetch(layout: WideLayout, operand: Operand, first: string): string {
  const { width, copies } = layout;
  return each(copies, (copy) => {
    const [row, word] = [`${first} + ${unit(layout, copy)} / ${width}u`, `${unit(layout, copy)} % ${width}u`];
    const load = `held_${operand}${copy} = load_${operand}(shared_head, ${row}, ${word});`;
    return guarded(layout, layout.keys, copy, load);
  });
}

/** Stores what the loads brought into workgroup memory. */
export function deposit(layout: WideLayout, operand: Operand): string {
  const { width, stride, copies } = layout;
  return each(copies, (copy) => {
    const at = `${unit(layout, copy)} / ${width}u * ${stride}u + ${unit(layout, copy)} % ${width}u`;
    return guarded(layout, layout.keys, copy, `${tileOf(operand)}[${at}] = held_${operand}${copy};`);
  });
}

// A thread past the last word copies nothing.
function guarded({ width, threads }: WideLayout, rows: number, copy: number, line: string): string {
  const words = rows * width;
  if ((copy + 1) * threads <= words) return line;
  return `if (thread < ${words - copy * threads}u) {\n  ${line}\n}`;
}

// Queries pass through the place of the subgroup's scores, a row fragment and so many of its elements at a time.
const panelWords = 8;
const panelStride = panelWords + 1;

/** One of the parts in which queries are staged: row fragment `r`, `words` 16-byte words a row from the `first`-th on. */
interface Panel {
  readonly r: number;
  readonly first: number;
  readonly words: number;
}

function panelsOf({ rowFragments, width }: WideLayout): readonly Panel[] {
  return Array.from({ length: rowFragments }, (_, r) =>
    Array.from({ length: Math.ceil(width / panelWords) }, (_unused, index) => {
      const first = index * panelWords;
      return { r, first, words: Math.min(panelWords, width - first) };
    }),
  ).flat();
}

// Row and word that a lane brings of a panel.
function placeIn({ words }: Panel, copy: number): readonly [row: string, word: string] {
  const at = copy === 0 ? `lane % ${lanes}u` : `(lane % ${lanes}u + ${copy * lanes}u)`;
  return [`${at} / ${words}u`, `${at} % ${words}u`];
}

/** Lines that start the loads of the subgroup's queries: rows past the last one become zeros, which a fragment read straight from memory could not have. */
export function fetchQueries(layout: WideLayout): string {
  const load = (panel: Panel, index: number) =>
    each(copiesOf(panel), (copy) => {
      const [row, word] = placeIn(panel, copy);
      return `let query${index}_${copy} = load_queries(head, first_query + subgroup * ${layout.queries}u + ${fragment * panel.r}u + ${row}, ${panel.first}u + ${word});`;
    });
  return panelsOf(layout).map(load).join('\n');
}

// Words of a panel that a lane brings.
function copiesOf({ words }: Panel): number {
  return (fragment * words) / lanes;
}

/** Lines that make fragments `q0_0` … of what was loaded. */
export function stageQueries(layout: WideLayout): string {
  const { rowFragments, dimFragments } = layout;
  const declared = each(rowFragments, (r) => each(dimFragments, (i) => `var q${r}_${i} = Left();`, ' '));
  return `${declared}\n${panelsOf(layout).map(throughScores).join('\n')}`;
}

function throughScores(panel: Panel, index: number): string {
  const { r, first, words } = panel;
  const store = (copy: number) => {
    const [row, word] = placeIn(panel, copy);
    return `scores[first_score + ${row} * ${panelStride}u + ${word}] = query${index}_${copy};`;
  };
  const take = (i: number) =>
    `q${r}_${first / 2 + i} = subgroupMatrixLoad<Left, row_major>(&scores, first_score + ${2 * i}u, ${panelStride}u);`;
  return `// Elements ${8 * first} … ${8 * (first + words) - 1} of the subgroup's queries ${fragment * r} … ${fragment * (r + 1) - 1}.
${each(copiesOf(panel), store)}
workgroupBarrier();
${each(words / 2, take)}
workgroupBarrier();`;
}
