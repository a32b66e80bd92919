// Two kernels by their hashes: the difference of their WGSL, pass by pass.
import type { VNode } from 'preact';
import type { KernelText } from '@kernel-ladder/schema';
import type { Loaded } from '../data.ts';
import { shortHash } from '../format.ts';
import { faultMessage } from '../messages.ts';
import { pairPasses } from '../model/kernel-passes.ts';
import type { PassPair, PassText } from '../model/kernel-passes.ts';
import { Difference } from './difference.tsx';
import { useKernels } from './kernels.ts';
import { Raw } from './raw.tsx';

/** A kernel and who it is of, as in `tiled` or `tiled at 1a2b3c4d`. */
export interface NamedKernel {
  readonly name: string;
  /** Null where no kernel was built. */
  readonly hash: string | null;
}

/** Two kernels; `recorded` are the hashes whose texts the site has. */
export interface KernelDifferenceProps {
  readonly id: string;
  readonly before: NamedKernel;
  readonly after: NamedKernel;
  readonly recorded: readonly string[];
  readonly isSplit: boolean;
  /** As deep as the heading above it leaves room for. */
  readonly heading: 'h3' | 'h4';
}

/** Draws it, once both texts have come; a text that nobody recorded is said. */
export function KernelDifference(props: KernelDifferenceProps): VNode {
  const { before, after, recorded } = props;
  const missing = [before, after].filter(({ hash }) => hash === null || !recorded.includes(hash));
  const files = useKernels(missing.length > 0 ? [] : [before, after].flatMap(({ hash }) => hash ?? []));
  if (missing.length > 0) return <p class="hint">{missing.map(missingText).join(' ')}</p>;
  if (before.hash === after.hash) return <p class="hint">Both are the same kernel.</p>;
  if (files === null) return <p class="hint">Loading…</p>;
  const fault = files.flatMap((file) => faultOf(file) ?? [])[0];
  if (fault) return <Raw nodes={[faultMessage(fault)]} />;
  const [old, fresh] = files.flatMap((file) => (file.status === 'loaded' ? [file.value] : []));
  return old && fresh ? <Passes {...props} pairs={pairPasses(old, fresh)} /> : <></>;
}

function missingText({ name, hash }: NamedKernel): string {
  if (hash === null) return `${name} has built no kernel.`;
  return `The text of kernel ${shortHash(hash)} of ${name} was not recorded: bench records texts with each run.`;
}

/** What is wrong with a kernel's file; null of one that was loaded. */
export function faultOf(file: Loaded<KernelText>) {
  if (file.status === 'loaded') return null;
  return file.status === 'malformed' ? file : `${file.file}: named by the family, and not there`;
}

function Passes(props: KernelDifferenceProps & { readonly pairs: readonly PassPair[] }): VNode {
  const { id, before, after, isSplit, pairs, heading: Heading } = props;
  return (
    <>
      {pairs.map((pair, at) => (
        <div key={at} class="kernel-pass">
          <Heading>{pairTitle(pair, before.name, after.name)}</Heading>
          <Difference
            id={`${id}-${at}`}
            before={{ name: before.name, text: pair.before?.text ?? '' }}
            after={{ name: after.name, text: pair.after?.text ?? '' }}
            isSplit={isSplit}
          />
        </div>
      ))}
    </>
  );
}

function pairTitle(pair: PassPair, before: string, after: string): VNode {
  if (!pair.before && pair.after)
    return (
      <>
        {passTitle(pair.after)}, only in {after}
      </>
    );
  if (pair.before && !pair.after)
    return (
      <>
        {passTitle(pair.before)}, only in {before}
      </>
    );
  const [from, to] = [pair.before?.file, pair.after?.file];
  return from === to && pair.after ? (
    passTitle(pair.after)
  ) : (
    <>
      <code>{from}</code>, then {pair.after && passTitle(pair.after)}
    </>
  );
}

/** A pass by its file, and its place where there are several. */
export function passTitle({ file, places, passes }: PassText): VNode {
  const which = places.length === 1 ? 'pass' : 'passes';
  return (
    <>
      <code>{file}</code>
      {passes === 1 ? '' : `, ${which} ${places.join(', ')} of ${passes}`}
    </>
  );
}
