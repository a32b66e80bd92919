// A section of a page with its heading.
import type { ComponentChildren, VNode } from 'preact';
import { Explained } from './explained.tsx';

/** Draws it; `<id>-title` names the heading. */
export function Section(props: {
  readonly id: string;
  readonly title: ComponentChildren;
  readonly children?: ComponentChildren;
}): VNode {
  const { id, title, children } = props;
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>
          <Explained>{title}</Explained>
        </h2>
      </header>
      {children}
    </section>
  );
}

/** A remark on a section. */
export function Hint({ children }: { readonly children: ComponentChildren }): VNode {
  return (
    <p class="hint">
      <Explained>{children}</Explained>
    </p>
  );
}
