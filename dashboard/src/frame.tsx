// The frame around every page, as components: heading, links, theme, and the places that a page fills.
import { render } from 'preact';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Tree } from './pages/context.ts';
import type { PageId } from './state.ts';
import type { Theme } from './theme.ts';
import { Claims } from './ui/claims.ts';
import type { Claimed } from './ui/claims.ts';

/** A link to a page. */
export interface PageLink {
  readonly page: PageId;
  readonly title: string;
  readonly href: string;
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
        {tree?.controls}
      </form>
      <main key={`main ${shown}`} id="main" aria-busy={isBusy}>
        <p class="loading">Loading…</p>
        <div id="notices" role="status">
          {tree?.notices}
        </div>
        <div id="page" class="page" hidden={shown === null}>
          <Claims.Provider value={claimed}>{tree?.body}</Claims.Provider>
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
      <h1>Kernel Ladder</h1>
      <p>WebGPU compute kernels, proven right, then timed, then tracked over commits.</p>
      <nav id="pages" class="pages" aria-label="Pages">
        {links.map((link) => (
          <a
            id={`page-${link.page}`}
            key={link.page}
            href={link.href}
            aria-current={link.page === page ? 'page' : undefined}
          >
            {link.title}
          </a>
        ))}
      </nav>
      <button id="theme" type="button" onClick={onTheme}>
        {theme.name === 'dark' ? 'Light theme' : 'Dark theme'}
      </button>
    </header>
  );
}
