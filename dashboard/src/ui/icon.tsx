// A drawing beside the text that says the same, as a component.
import type { VNode } from 'preact';
import { shapeOf } from '../icons.ts';
import type { IconName } from '../icons.ts';

/** Draws it, hidden from readers who do not see it. */
export function Icon({ name }: { readonly name: IconName }): VNode {
  const { fill, line } = shapeOf(name);
  return (
    <svg viewBox="0 0 16 16" class={`icon ${name}`} aria-hidden="true">
      {line === undefined ? null : <path d={line} class="line" fill-rule="evenodd" />}
      {fill === undefined ? null : <path d={fill} class="fill" fill-rule="evenodd" />}
    </svg>
  );
}
