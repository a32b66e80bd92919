// Files that the page itself makes: no server is asked for them.
import type { ComponentChildren, VNode } from 'preact';

/** A button that saves a file. */
export interface DownloadProps {
  readonly id?: string;
  /** Its name on the reader's disk. */
  readonly file: string;
  /** Makes what is in it, when the button is pressed; null where there is nothing to save. */
  readonly content: () => Blob | null | Promise<Blob | null>;
  readonly children: ComponentChildren;
}

/** Draws it. */
export function Download({ id, file, content, children }: DownloadProps): VNode {
  const save = async () => {
    const blob = await content();
    if (blob) saveFile(file, blob);
  };
  return (
    <button id={id} type="button" class="download" onClick={() => void save()}>
      {children}
    </button>
  );
}

/** A name that every disk takes: what is no letter, digit, dot or dash becomes one dash. */
export function fileName(...parts: readonly string[]): string {
  return parts.map((part) => part.replace(/[^\p{L}\p{N}.]+/gu, '-')).join('-');
}

/** Hands a file to the reader under this name. */
export function saveFile(file: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = file;
  link.click();
  // Some browsers read the address after the click has returned; kept for good, the file would stay in memory.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
