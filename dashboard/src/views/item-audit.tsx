// The promise of an item beside what its rule checks, for a reader who trusts neither.
import type { AuditedItem } from '@kernel-ladder/curriculum';
import type { VNode } from 'preact';
import { addressOf } from '../state.ts';
import { Hint } from '../ui/section.tsx';

/** Draws both, and what makes the rule weak; nothing of an item that no rule proves. */
export function AuditPart({ audited }: { readonly audited: AuditedItem | undefined }): VNode | null {
  if (!audited) return null;
  const { promise, checks, flags } = audited;
  return (
    <>
      <div class="audit">
        <div>
          <h4>Promised</h4>
          <p>{promise}</p>
        </div>
        <div>
          <h4>What the rule checks</h4>
          <pre class="rule">{checks.join('\n')}</pre>
        </div>
      </div>
      <Hint>
        {flags.length === 0
          ? 'The audit finds nothing that makes the rule weaker than the promise.'
          : `The audit says: ${flags.join('; ')}.`}{' '}
        <a href={addressOf({ page: 'reports', report: 'docs/completion' })}>Where completion stands</a>
      </Hint>
    </>
  );
}
