// What became of the text of a kernel where a commit moved its series.
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { shortCommit } from '../format.ts';
import type { Cause } from '../model/causes.ts';
import type { Effect } from '../model/effects.ts';
import type { PageContext } from '../pages/context.ts';
import { SplitButton } from '../ui/difference.tsx';
import { KernelDifference } from '../ui/kernel-difference.tsx';
import type { NamedKernel } from '../ui/kernel-difference.tsx';
import type { CommitShown } from './commit-shown.ts';

interface CauseDifferenceProps extends CommitShown {
  readonly id: string;
  readonly context: PageContext;
  readonly cause: Cause;
  readonly kernels: readonly string[];
}

/** Draws a box that opens to the difference of the WGSL, of the series with the largest effect. */
export function CauseDifference(props: CauseDifferenceProps): VNode | null {
  const { id, context, cause, kernels, commits, commit } = props;
  const { state, go } = context;
  const [isOpen, setOpen] = useState(false);
  const [largest] = cause.effects;
  if (!largest) return null;
  const before = kernelAt(
    largest,
    largest.before,
    shortCommit(commits[largest.before ?? -1]?.commit.sha ?? ''),
  );
  const after = kernelAt(largest, commit.place, shortCommit(commit.commit.sha));
  return (
    <details class="cause-text" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>WGSL before and after, of {largest.series.id}</summary>
      {isOpen ? (
        <>
          <SplitButton isSplit={state.isSplit} onSplit={(isSplit) => go({ ...state, isSplit })} />
          <KernelDifference
            id={id}
            before={before}
            after={after}
            recorded={kernels}
            isSplit={state.isSplit}
          />
        </>
      ) : null}
    </details>
  );
}

function kernelAt({ series }: Effect, place: number | null, commit: string): NamedKernel {
  const seen = series.seen.find((one) => one.commit === place);
  return { name: `${series.variant} at ${commit}`, hash: seen?.kernelHash ?? null };
}
