// The frame around every page, as components: heading, links, theme, and the places that a page fills.
import { h, render } from 'preact';
import type { ComponentChildren, VNode } from 'preact';
import type { Tree } from './pages/context.ts';
import type { PageId } from './state.ts';
import type { Theme } from './theme.ts';

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
  /** The page that is there: another one while that of the address is loaded. */
  readonly shown: PageId;
  readonly links: readonly PageLink[];
  readonly theme: Theme;
  readonly onTheme: () => void;
  /** True while the page that the address names is loaded; what was there stays. */
  readonly isBusy: boolean;
  /** What a page of components is made of; null of a page that fills the places by itself. */
  readonly tree: Tree | null;
}

/** Draws the frame, at once. */
export function drawFrame(props: FrameProps): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no element with id "root"');
  render(<Frame {...props} />, root);
}

function Frame({ page, shown, links, theme, onTheme, isBusy, tree }: FrameProps): VNode {
  return (
    <>
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
      <Place tag="form" id="controls" class="controls" aria-label="What to show" tree={tree}>
        {tree?.controls}
      </Place>
      <main id="main" aria-busy={isBusy}>
        <p class="loading">Loading…</p>
        <Place tag="div" id="notices" role="status" tree={tree}>
          {tree?.notices}
        </Place>
        <Place tag="section" id="machine" class="machine" aria-label="Machine" tree={tree} />
        <Views isHidden={tree !== null || shown !== 'results'} />
        <Place tag="div" id="page" class="page" hidden={shown === 'results'} tree={tree}>
          {tree?.body}
        </Place>
      </main>
    </>
  );
}

interface PlaceProps {
  readonly tag: 'div' | 'form' | 'section';
  readonly id: string;
  readonly tree: Tree | null;
  readonly children?: ComponentChildren;
  readonly class?: string;
  readonly role?: 'status';
  readonly hidden?: boolean;
  readonly 'aria-label'?: string;
}

// Another element for a page of components: what a page without them has put into its own must not be taken for theirs.
function Place({ tag, tree, children, ...attributes }: PlaceProps): ComponentChildren {
  return h(tag, { key: tree === null ? 'own' : 'tree', ...attributes }, children);
}

const sections = ['ladder', 'trend', 'sizes', 'roofline', 'latest', 'checks'] as const;

function Views({ isHidden }: { readonly isHidden: boolean }): VNode {
  return (
    <div id="views" class="views" hidden={isHidden}>
      {sections.map((id) => (
        <section id={id} key={id} aria-labelledby={`${id}-title`} />
      ))}
    </div>
  );
}
