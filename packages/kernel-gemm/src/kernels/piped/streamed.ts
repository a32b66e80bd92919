// Products whose fragments of B come one at a time from workgroup memory, each beside the products of one before it, over the barrier too: so
// a subgroup has products to do while a fragment arrives, and needs registers for a few fragments of B, not for all of its part.
//
// A step is a fragment of B times the fragments of A that meet it. Steps are numbered through a slab, along K first by fragments and then across.
import { each, indent } from '@kernel-ladder/kernel-kit';
import type { PipedLayout } from './layout.ts';
import { fragmentsOf, groupsOf, loadFragment } from './products.ts';
import { nextStraight, reloadStraight, straightName, thisStraight } from './straight.ts';

/** Lines that declare the fragments of B at hand. The first steps multiply zeros: behind the first barrier those of the first slab arrive. */
export function declareStreamed(layout: PipedLayout): string {
  const [down] = fragmentsOf(layout);
  const late = groupsOf(layout) - 1;
  const b = each(layout.streams + 1, (i) => `var b${i} = Right();`, ' ');
  return layout.stays ? `${b}\n${each(down, (i) => `${straightName(late, i)} = Left();`, ' ')}` : b;
}

/** A slab's steps but for the last few, behind those that the slab before it left; `between` stands amid the first ones of a product each. */
export function streamed(
  layout: PipedLayout,
  slab: number,
  between: readonly (readonly string[])[],
): readonly string[] {
  const { streams } = layout;
  const all = stepsOf(layout);
  const left = Array.from({ length: streams }, (_, i) => {
    const step = all - streams + i;
    return stepText(layout, { slab: slab - 1, step, load: { slab, step: i } }, 'this_a');
  });
  const own = Array.from({ length: all - streams }, (_, step) => {
    const text = stepText(layout, { slab, step, load: { slab, step: step + streams } }, 'next_a');
    return [text, ...besideStep(layout, step, between)].join('\n');
  });
  return [
    block([
      `// What slab ${slab} found undone, while its first fragments of B are loaded.`,
      thisStraight(layout, slab),
      ...left,
    ]),
    block([`// Slab ${slab}.`, nextStraight(layout, slab), ...own]),
  ];
}

/** The steps that the last slab leaves, behind the loop. */
export function lastStreamed(layout: PipedLayout): readonly string[] {
  const { streams, unrolled } = layout;
  const all = stepsOf(layout);
  return Array.from({ length: streams }, (_, i) =>
    productsOfStep(layout, { slab: unrolled - 1, step: all - streams + i }).join('\n'),
  );
}

/** Fragments along K whose last product is done a slab later: those of A are loaded then. */
export function isLate(layout: PipedLayout, group: number): boolean {
  return group === groupsOf(layout) - 1;
}

interface Step {
  readonly slab: number;
  readonly step: number;
}

function stepsOf(layout: PipedLayout): number {
  return groupsOf(layout) * fragmentsOf(layout)[1];
}

function placeOf(layout: PipedLayout, { step }: Step) {
  const [, across] = fragmentsOf(layout);
  return { group: Math.floor(step / across), column: step % across, isLast: step % across === across - 1 };
}

// Fragments at hand go round by the number of their step in the unrolled loop.
function nameOf(layout: PipedLayout, { slab, step }: Step): string {
  const { streams, unrolled } = layout;
  const number = ((slab + unrolled) % unrolled) * stepsOf(layout) + step;
  return `b${number % (streams + 1)}`;
}

function stepText(
  layout: PipedLayout,
  { load, ...step }: Step & { readonly load: Step },
  from: string,
): string {
  const { group, isLast } = placeOf(layout, step);
  const { group: along, column } = placeOf(layout, load);
  const fetched = loadFragment(layout, { slab: load.slab, group: along }, { name: 'b', index: column });
  const lines = productsOfStep(layout, step).map((line, i) =>
    isLast ? `${line}\n${reloadStraight(group, i, from)}` : line,
  );
  return [`${nameOf(layout, load)} = ${fetched};`, ...lines].join('\n');
}

function productsOfStep(layout: PipedLayout, step: Step): readonly string[] {
  const { group, column } = placeOf(layout, step);
  const [down] = fragmentsOf(layout);
  const b = nameOf(layout, step);
  return Array.from({ length: down }, (_, i) => {
    const c = `c${i}${column}`;
    return `${c} = subgroupMatrixMultiplyAccumulate(${straightName(group, i)}, ${b}, ${c});`;
  });
}

// What is staged beside the products of a fragment along K stands behind its steps in turn, as far apart as it can be.
function besideStep(
  layout: PipedLayout,
  step: number,
  between: readonly (readonly string[])[],
): readonly string[] {
  const [, across] = fragmentsOf(layout);
  const last = stepsOf(layout) - layout.streams - 1;
  return between.flatMap((texts, group) =>
    texts.filter((_, i) => {
      const behind = group * across + Math.ceil(((i + 1) * across) / (texts.length + 1)) - 1;
      return Math.min(behind, last) === step;
    }),
  );
}

function block(lines: readonly string[]): string {
  return `{\n${indent(lines.join('\n'), 2)}\n}`;
}
