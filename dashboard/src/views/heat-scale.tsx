// What the colours of a heat map stand for, in as many lines as it takes.
import type { VNode } from 'preact';

/** Draws the steps in their order. */
export function HeatScale(props: {
  readonly steps: readonly { readonly level: number; readonly text: string }[];
}): VNode {
  return (
    <ol class="heat heat-scale" aria-label="Scale of colours">
      {props.steps.map(({ level, text }) => (
        <li key={level} data-level={level}>
          {text}
        </li>
      ))}
    </ol>
  );
}
