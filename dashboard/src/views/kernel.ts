// A kernel by its hash: a button that opens its text, or the hash and that no text was recorded.
import type { KernelPass, KernelText } from '@kernel-ladder/schema';
import { loadKernel } from '../data.ts';
import { el } from '../dom.ts';
import type { Child } from '../dom.ts';
import { shortHash } from '../format.ts';
import { faultMessage } from '../messages.ts';
import { once } from '../once.ts';

const kernelOf = once(loadKernel);

/** The cell of a kernel; `recorded` are the hashes whose texts the site has. */
export function kernelCell(hash: string | null, recorded: readonly string[]): readonly Child[] {
  if (hash === null) return [el('code', { title: 'no kernel was built' }, '—')];
  const code = el('code', { title: hash }, shortHash(hash));
  if (!recorded.includes(hash)) return [code, el('span', { class: 'detail' }, 'text not recorded')];
  const label = `Text of kernel ${shortHash(hash)}`;
  const button = el(
    'button',
    { type: 'button', class: 'kernel', 'data-hash': hash, 'aria-label': label },
    code,
  );
  button.addEventListener('click', () => void openKernel(hash));
  return [button];
}

async function openKernel(hash: string): Promise<void> {
  const body = el('div', { class: 'kernel-passes' }, el('p', {}, 'Loading…'));
  const close = el('form', { method: 'dialog' }, el('button', {}, 'Close'));
  const title = el('h2', { id: 'kernel-title' }, 'Kernel ', el('code', {}, hash));
  const dialog = el(
    'dialog',
    { id: 'kernel', 'aria-labelledby': 'kernel-title' },
    el('header', {}, title, close),
    body,
  );
  // Removed with its text, so that another kernel finds its place free.
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  body.replaceChildren(...textsOf(await kernelOf(hash)));
}

function textsOf(file: Awaited<ReturnType<typeof loadKernel>>): readonly HTMLElement[] {
  if (file.status === 'malformed') return [faultMessage(file)];
  if (file.status === 'absent') return [faultMessage(`${file.file}: named by the family, and not there`)];
  const { passes }: KernelText = file.value;
  return passes.flatMap((pass, at) => passText(pass, `Pass ${at + 1} of ${passes.length}`));
}

function passText({ file, text, bindings, workgroups }: KernelPass, place: string): readonly HTMLElement[] {
  const names = bindings.map((bound) => (typeof bound === 'string' ? bound : bound.buffer));
  return [
    el('h3', {}, `${place}: `, el('code', {}, file)),
    el('p', { class: 'hint' }, `${workgroups.join(' × ')} workgroups; binds ${names.join(', ')}`),
    el('pre', { tabindex: '0', 'aria-label': `${place}, WGSL` }, text),
  ];
}
