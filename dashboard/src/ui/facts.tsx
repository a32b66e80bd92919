// Facts as pairs of a term and a text.
import type { VNode } from 'preact';

/** A term and what is said of it. */
export type Fact = readonly [term: string, text: string];

/** Draws them. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }): VNode {
  return (
    <dl class="facts run-facts">
      {facts.map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt> <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
