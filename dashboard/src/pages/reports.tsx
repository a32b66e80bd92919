// Reports and guides: the Markdown of the checkout, with ids, commits and other documents as links into the site.
import type { ComponentChildren, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { documentPaths, firstDocument, loadDocument, pictureUrl } from '../documents.ts';
import { noteLine } from '../messages.ts';
import { groupDocuments, headingId, pathFrom, targetOf } from '../model/document.ts';
import { selectSource } from '../selection.ts';
import { addressOf, commitAddress } from '../state.ts';
import { Markdown } from '../ui/markdown.tsx';
import type { References } from '../ui/markdown.tsx';
import { Raw } from '../ui/raw.tsx';
import { Whole } from '../ui/menu.tsx';
import { addressOfId } from '../views/id-link.ts';
import type { PageContext, Tree } from './context.ts';
import '../documents.css';

const known = new Set(documentPaths);
const groups = groupDocuments(documentPaths);

/** Loads the document that the address names. */
export async function reportsPage({ index, state, go }: PageContext): Promise<Tree> {
  const wanted = state.report === null ? firstDocument : `${state.report}.md`;
  const path = known.has(wanted) ? wanted : firstDocument;
  const text = (await loadDocument(path)) ?? '';
  const unknown = `No document “${state.report}” here; showing the list of reports.`;
  const machine = selectSource(index, { ...state, family: null })?.machine.machine.key ?? null;
  return {
    controls: <Menu path={path} onPick={(report) => go({ report, item: null })} />,
    notices: <Raw nodes={path === wanted ? [] : [noteLine(unknown)]} />,
    body: <Document key={path} path={path} text={text} machine={machine} section={state.item} />,
  };
}

function Menu(props: { readonly path: string; readonly onPick: (report: string) => void }): VNode {
  const { path, onPick } = props;
  const name = groups.flatMap(({ documents }) => documents).find((one) => one.path === path)?.name ?? '';
  return (
    <label class="menu" for="pick-report">
      <span>document</span>
      <select
        id="pick-report"
        name="report"
        autocomplete="off"
        value={path}
        onChange={(event) => onPick(nameOf(event.currentTarget.value))}
      >
        {groups.map(({ title, documents }) => (
          <optgroup key={title} label={title}>
            {documents.map((one) => (
              <option key={one.path} value={one.path}>
                {one.name}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <Whole text={name} />
    </label>
  );
}

interface DocumentProps {
  readonly path: string;
  readonly text: string;
  readonly machine: string | null;
  readonly section: string | null;
}

function Document({ path, text, machine, section }: DocumentProps): VNode {
  useEffect(() => {
    if (section !== null) document.getElementById(headingId(section))?.scrollIntoView();
  }, [path, section]);
  return (
    <section id="report" aria-label={path}>
      <Markdown text={text} references={referencesIn(path, machine)} />
      <p class="hint">
        From <code>{path}</code> of the checkout that this site was built from.
      </p>
    </section>
  );
}

function referencesIn(path: string, machine: string | null): References {
  return {
    link: (href, children) => <Link href={href} path={path} children={children} />,
    code: (text) => {
      const href = machine === null ? null : addressOfId(machine, text);
      const code = <code>{text}</code>;
      return href !== null && /=/.test(text) ? <a href={href}>{code}</a> : code;
    },
    cell: (column, text) => {
      if (!/^commit$/i.test(column) || !/^[0-9a-f]{8,40}$/.test(text)) return null;
      const href = commitAddress(machine, text);
      return href === null ? null : <a href={href}>{text}</a>;
    },
    picture: (href) => pictureUrl(pathFrom(href, path)),
  };
}

// A file that the site does not have is a name, not a link that leads nowhere.
function Link(props: {
  readonly href: string;
  readonly path: string;
  readonly children: ComponentChildren;
}): VNode {
  const { href, path, children } = props;
  const target = targetOf(href, path, known);
  switch (target.kind) {
    case 'document':
      return (
        <a href={addressOf({ page: 'reports', report: nameOf(target.path), item: target.section })}>
          {children}
        </a>
      );
    case 'web':
      return <a href={target.href}>{children}</a>;
    case 'file':
      return <span title={target.path}>{children}</span>;
  }
}

const nameOf = (path: string): string => path.replace(/\.md$/, '');
