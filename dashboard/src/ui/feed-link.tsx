// The way to subscribe to a machine: a link to its Atom feed, told to the browser as well.
import type { Machine } from '@kernel-ladder/schema';
import type { VNode } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { machineLabel } from '../machine.ts';
import { feedFile } from '../run-data.ts';

/** Draws it; while it is there, the head of the document names the feed. */
export function FeedLink({ machine }: { readonly machine: Machine }): VNode {
  const href = feedFile(machine.key);
  const title = `Kernel Ladder: ${machineLabel(machine)}`;
  useLayoutEffect(() => {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'alternate', type: 'application/atom+xml', title, href });
    document.head.append(link);
    return () => link.remove();
  }, [href, title]);
  return (
    <a id="feed" class="feed" href={href} type="application/atom+xml">
      Subscribe: Atom feed
    </a>
  );
}
