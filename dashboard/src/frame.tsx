// The frame around every page, as components: heading, links, theme, and the places that a page fills.
import { render } from 'preact';
import type { VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Tree } from './pages/context.ts';
import type { PageId } from './state.ts';
import type { Theme } from './theme.ts';
import { Claims } from './ui/claims.ts';
import type { Claimed } from './ui/claims.ts';
import { Guard } from './ui/guard.tsx';

/** A link to a page. */
export interface PageLink {
  readonly page: PageId;
  readonly title: string;
  readonly href: string;
  /** True of the first link of a group. */
  readonly begins: boolean;
}

/** Everything that the frame shows. */
export interface FrameProps {
  /** The page that the address names. */
  readonly page: PageId;
  /** The page that is there: another one while that of the address is loaded, null before the first. */
  readonly shown: PageId | null;
  readonly links: readonly PageLink[];
  readonly theme: Theme;
  readonly onTheme: () => void;
  /** True while the page that the address names is loaded; what was there stays. */
  readonly isBusy: boolean;
  /** What the page is made of; null before the first. */
  readonly tree: Tree | null;
}

/** Draws the frame, at once. */
export function drawFrame(props: FrameProps): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no element with id "root"');
  render(<Frame {...props} />, root);
}

function Frame({ page, shown, links, theme, onTheme, isBusy, tree }: FrameProps): VNode {
  // Other elements for another page: what one has put into its places is not the next one's, and nothing is seen to move.
  const claimed = useMemo<Claimed>(() => new Map(), [shown]);
  return (
    <>
      <Masthead page={page} links={links} theme={theme} onTheme={onTheme} />
      <form key={`controls ${shown}`} id="controls" class="controls" aria-label="What to show">
        <Guard version={tree}>{tree?.controls}</Guard>
      </form>
      <main key={`main ${shown}`} id="main" tabIndex={-1} aria-busy={isBusy}>
        <p class="loading">Loading…</p>
        <div id="notices" role="status">
          {tree?.notices}
        </div>
        <div id="page" class="page" hidden={shown === null}>
          <Claims.Provider value={claimed}>
            <Guard version={tree}>{tree?.body}</Guard>
          </Claims.Provider>
        </div>
      </main>
    </>
  );
}

function Masthead({
  page,
  links,
  theme,
  onTheme,
}: Pick<FrameProps, 'page' | 'links' | 'theme' | 'onTheme'>): VNode {
  return (
    <header class="masthead">
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </button>
      <h1>Kernel Ladder</h1>
      <p>WebGPU compute kernels, proven right, then timed, then tracked over commits.</p>
      <button id="theme" type="button" onClick={onTheme}>
        {theme.name === 'dark' ? 'Light theme' : 'Dark theme'}
      </button>
      <PageLinks page={page} links={links} />
    </header>
  );
}

function PageLinks({ page, links }: Pick<FrameProps, 'page' | 'links'>): VNode {
  const row = useRef<HTMLElement>(null);
  // Where the row is wider than the screen, the link of this page stands in its middle.
  useLayoutEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (!row.current || !link) return;
    const { left, width } = link.getBoundingClientRect();
    const { left: start, width: room } = row.current.getBoundingClientRect();
    row.current.scrollLeft += left - start - (room - width) / 2;
  }, [page]);
  return (
    <nav id="pages" ref={row} class="pages scroll" aria-label="Pages">
      {links.map((link) => (
        <a
          id={`page-${link.page}`}
          key={link.page}
          href={link.href}
          class={link.begins ? 'begins' : undefined}
          aria-current={link.page === page ? 'page' : undefined}
        >
          {link.title}
        </a>
      ))}
    </nav>
  );
}
