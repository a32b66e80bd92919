// A kernel by its hash: a button that opens its text, or the hash and that no text was recorded.
import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { shortHash } from '../format.ts';
import { faultMessage } from '../messages.ts';
import { passTexts } from '../model/kernel-passes.ts';
import type { PassText } from '../model/kernel-passes.ts';
import { Code } from './code.tsx';
import { faultOf, passTitle } from './kernel-difference.tsx';
import { useKernels } from './kernels.ts';
import { Raw } from './raw.tsx';

/** A kernel; `recorded` are the hashes whose texts the site has. */
export interface KernelProps {
  readonly hash: string | null;
  readonly recorded: readonly string[];
}

/** Draws it. */
export function KernelButton({ hash, recorded }: KernelProps): VNode {
  const [isOpen, setOpen] = useState(false);
  if (hash === null) return <code title="no kernel was built">—</code>;
  const code = <code title={hash}>{shortHash(hash)}</code>;
  if (!recorded.includes(hash))
    return (
      <>
        {code}
        <span class="detail">text not recorded</span>
      </>
    );
  return (
    <>
      <button
        type="button"
        class="kernel"
        data-hash={hash}
        aria-label={`Text of kernel ${shortHash(hash)}`}
        onClick={() => setOpen(true)}
      >
        {code}
      </button>
      {isOpen ? <KernelDialog hash={hash} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function KernelDialog({ hash, onClose }: { readonly hash: string; readonly onClose: () => void }): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog id="kernel" ref={dialog} aria-labelledby="kernel-title" onClose={onClose}>
      <header>
        <h2 id="kernel-title">
          Kernel <code>{hash}</code>
        </h2>
        <form method="dialog">
          <button>Close</button>
        </form>
      </header>
      <KernelPasses hash={hash} />
    </dialog>
  );
}

/** Every text of a kernel, each once, with the passes that run it. */
export function KernelPasses({ hash }: { readonly hash: string }): VNode {
  const [file] = useKernels([hash]) ?? [];
  if (!file) return <p class="kernel-passes">Loading…</p>;
  const fault = faultOf(file);
  if (fault !== null || file.status !== 'loaded')
    return <Raw nodes={fault === null ? [] : [faultMessage(fault)]} />;
  return (
    <div class="kernel-passes">
      {passTexts(file.value).map((pass, at) => (
        <Pass key={at} pass={pass} />
      ))}
    </div>
  );
}

function Pass({ pass }: { readonly pass: PassText }): VNode {
  const groups = pass.workgroups.map((sizes) => sizes.join(' × ')).join(', then ');
  return (
    <>
      <h3>{passTitle(pass)}</h3>
      <p class="hint">
        {groups} workgroups; binds {pass.bindings.join(', ')}
      </p>
      <Code label={`${pass.file}, WGSL`} text={pass.text} />
    </>
  );
}
