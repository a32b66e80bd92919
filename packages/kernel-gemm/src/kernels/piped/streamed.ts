// Products whose fragments of B come one at a time from workgroup memory, each beside the products of one before it, over the barrier too: so
// a subgroup has products to do while a fragment arrives, and needs registers for a few fragments of B, not for all of its part.
//
// A step is a fragment of B times the fragments of A that meet it. Steps are numbered through a slab, along K first by fragments and then across.
import { each, indent } from '@kernel-ladder/kernel-kit';
import type { PipedLayout } from './layout.ts';
import { fragmentsOf, groupsOf, loadFragment } from './products.ts';
import { nextStraight, reloadStraight, straightName, thisStraight } from './straight.ts';

/** Lines that declare the fragments of B at hand. The first steps multiply zeros: behind the first barrier those of the first slab arrive. */
export function declareStreamed({ streams }: PipedLayout): string {
  return each(streams + 1, (i) => `var b${i} = Right();`, ' ');
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
    return stepText(layout, { slab: slab - 1, step, load: { slab, step: i } });
  });
  const own = Array.from({ length: all - streams }, (_, step) => {
    const text = stepText(layout, { slab, step, load: { slab, step: step + streams } });
    return [text, ...besideStep(layout, step, between)].join('\n');
  });
  return [
    block([
      `// What slab ${slab} found undone, while its first fragments of B are loaded.`,
      thisStraight(layout, slab),
      nextStraight(layout, slab),
      ...left,
      `// Slab ${slab}.`,
      ...own,
    ]),
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

/** Whether fragments along K are loaded of A behind a slab's barrier, not before it: their last product is done there. */
export function isLate(layout: PipedLayout, group: number): boolean {
  return (group + 1) * fragmentsOf(layout)[1] > stepsOf(layout) - layout.streams;
}

/** Elements along K that a subgroup loads of A before the loop: a slab, but for what is loaded behind the barrier. */
export function straightBefore(layout: PipedLayout): number {
  const groups = Array.from({ length: groupsOf(layout) }, (_, group) => group);
  return groups.filter((group) => !isLate(layout, group)).length * layout.deep;
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

// A step, and the load of a fragment of B for one further on; of A each fragment is loaded again behind its last product, for the slab that
// comes behind its own.
function stepText(layout: PipedLayout, { load, ...step }: Step & { readonly load: Step }): string {
  const to = placeOf(layout, load);
  const fetched = loadFragment(layout, { slab: load.slab, group: to.group }, { name: 'b', index: to.column });
  const { group, isLast } = placeOf(layout, step);
  const from = step.slab === load.slab ? 'next_a' : 'this_a';
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
