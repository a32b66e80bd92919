// What became of the text of a kernel where a commit moved its series.
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { SiteFamily } from '@kernel-ladder/schema';
import { shortCommit } from '../format.ts';
import type { Cause } from '../model/causes.ts';
import { kernelHashAt } from '../model/kernel-at.ts';
import type { PageContext } from '../pages/context.ts';
import { SplitButton } from '../ui/difference.tsx';
import { KernelDifference } from '../ui/kernel-difference.tsx';
import type { NamedKernel } from '../ui/kernel-difference.tsx';
import type { CommitShown } from './commit-shown.ts';

interface CauseDifferenceProps extends CommitShown {
  readonly id: string;
  readonly context: PageContext;
  readonly cause: Cause;
  readonly families: readonly SiteFamily[];
}

/** Draws a box that opens to the difference of the WGSL, of the series with the largest effect. */
export function CauseDifference(props: CauseDifferenceProps): VNode | null {
  const { id, context, cause, families, commits, commit } = props;
  const { state, go } = context;
  const [isOpen, setOpen] = useState(false);
  const [largest] = cause.effects;
  if (!largest) return null;
  const at = (sha: string): NamedKernel => ({
    name: `${largest.series.variant} at ${shortCommit(sha)}`,
    hash: kernelHashAt(families, largest.series.id, sha),
  });
  return (
    <details class="cause-text" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>WGSL before and after, of {largest.series.id}</summary>
      {isOpen ? (
        <>
          <SplitButton isSplit={state.isSplit} onSplit={(isSplit) => go({ isSplit })} />
          <KernelDifference
            id={id}
            before={at(commits[largest.before ?? -1]?.commit.sha ?? '')}
            after={at(commit.commit.sha)}
            recorded={families.flatMap(({ kernels }) => kernels)}
            isSplit={state.isSplit}
            heading="h4"
          />
        </>
      ) : null}
    </details>
  );
}
