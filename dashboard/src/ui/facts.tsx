// Facts as pairs of a term and a text.
import type { ComponentChildren, VNode } from 'preact';

/** A term and what is said of it. */
export type Fact = readonly [term: string, said: ComponentChildren];

/** Draws them. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }): VNode {
  return (
    <dl class="facts run-facts">
      {facts.map(([term, said]) => (
        <div key={term}>
          <dt>{term}</dt> <dd>{said}</dd>
        </div>
      ))}
    </dl>
  );
}
