// Elements that a view without components has built, inside a tree of components.
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Shows the elements as they are; they belong to whoever built them. */
export function Raw({ nodes }: { readonly nodes: readonly Node[] }): VNode {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.replaceChildren(...nodes), [nodes]);
  return <div ref={box} class="raw" />;
}
