// A change of speed that somebody knows of and takes, with the reason.
import type { KnownAcknowledgement } from '@kernel-ladder/schema';
import type { VNode } from 'preact';

/** Draws it. */
export function Acknowledged({ by }: { readonly by: KnownAcknowledgement }): VNode {
  const { reason, issue } = by;
  return (
    <span class="remark acknowledged">
      acknowledged: {reason} ({by.by})
      {issue === undefined ? null : (
        <>
          {' '}
          <a href={issue}>issue</a>
        </>
      )}
    </span>
  );
}
