// Markdown as elements: every text is a text, so that nothing in a document becomes markup of the page.
import { lexer } from 'marked';
import type { MarkedToken, Token, Tokens } from 'marked';
import type { ComponentChildren, VNode } from 'preact';
import { headingId, slugOf } from '../model/document.ts';

/** How the page shows what a document refers to. */
export interface References {
  readonly link: (href: string, children: ComponentChildren) => ComponentChildren;
  /** Text in a code span, which may be an id. */
  readonly code: (text: string) => ComponentChildren;
  /** A cell's text under the column of this title, which may be a commit; null for nothing special. */
  readonly cell: (column: string, text: string) => ComponentChildren | null;
  /** Where a picture is; null where the site does not have it. */
  readonly picture: (href: string) => string | null;
}

/** Draws a document. Its first heading is the heading of the section that it stands in. */
export function Markdown(props: { readonly text: string; readonly references: References }): VNode {
  const { text, references } = props;
  return <div class="document">{blocks(lexer(text, { gfm: true }), references)}</div>;
}

/** The text of the first heading; null of a document without one. */
export function titleOf(text: string): string | null {
  const heading = lexer(text).find((token) => token.type === 'heading');
  return heading ? plain((heading as Tokens.Heading).tokens) : null;
}

const blocks = (tokens: readonly Token[], references: References): ComponentChildren =>
  tokens.map((token, at) => <Block key={at} token={token as MarkedToken} references={references} />);

interface BlockProps {
  readonly token: MarkedToken;
  readonly references: References;
}

function Block({ token, references }: BlockProps): VNode | null {
  switch (token.type) {
    case 'heading':
      return <Heading token={token} references={references} />;
    case 'paragraph':
      return <p>{inline(token.tokens, references)}</p>;
    case 'text':
      return <>{inline(token.tokens ?? [token], references)}</>;
    case 'list':
      return <List token={token} references={references} />;
    case 'code':
      return (
        <pre class="scroll" tabIndex={0} role="group" aria-label="Code">
          <code>{token.text}</code>
        </pre>
      );
    case 'table':
      return <Table token={token} references={references} />;
    case 'blockquote':
      return <blockquote>{blocks(token.tokens, references)}</blockquote>;
    case 'hr':
      return <hr />;
    default:
      // Comments, and what no document of the checkout has.
      return null;
  }
}

function Heading({
  token: { depth, tokens },
  references,
}: {
  readonly token: Tokens.Heading;
  readonly references: References;
}) {
  const id = headingId(slugOf(plain(tokens)));
  const children = inline(tokens, references);
  if (depth === 1) return <h2 id={id}>{children}</h2>;
  return depth === 2 ? <h3 id={id}>{children}</h3> : <h4 id={id}>{children}</h4>;
}

function List({ token, references }: { readonly token: Tokens.List; readonly references: References }) {
  const items = token.items.map(({ tokens }, at) => <li key={at}>{blocks(tokens, references)}</li>);
  return token.ordered ? <ol start={Number(token.start)}>{items}</ol> : <ul>{items}</ul>;
}

function Table({
  token: { header, rows },
  references,
}: {
  readonly token: Tokens.Table;
  readonly references: References;
}) {
  const titles = header.map(({ tokens }) => plain(tokens));
  return (
    // No landmark: a document may have several tables of the same columns.
    <div class="scroll" tabIndex={0} role="group" aria-label={`Table of ${titles.join(', ')}`}>
      <table class="data plain">
        <thead>
          <tr>
            {header.map(({ tokens }, at) => (
              <th key={at} scope="col">
                {inline(tokens, references)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={place}>
              {row.map(({ text, tokens }, at) => (
                <td key={at} class={text.length <= shortest ? 'whole' : ''}>
                  {references.cell(titles[at] ?? '', text) ?? inline(tokens, references)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Letters of a number with its unit, or of a type: such a cell stays in one line. */
const shortest = 16;

const inline = (tokens: readonly Token[], references: References): ComponentChildren =>
  tokens.map((token, at) => <Inline key={at} token={token as MarkedToken} references={references} />);

function Inline({ token, references }: BlockProps): VNode | null {
  switch (token.type) {
    case 'strong':
      return <strong>{inline(token.tokens, references)}</strong>;
    case 'em':
      return <em>{inline(token.tokens, references)}</em>;
    case 'codespan':
      return <>{references.code(token.text)}</>;
    case 'link':
      return <>{references.link(token.href, inline(token.tokens, references))}</>;
    case 'image':
      return <Picture token={token} references={references} />;
    case 'br':
      return <br />;
    case 'html':
      return null;
    default:
      return 'tokens' in token && token.tokens ? (
        <>{inline(token.tokens, references)}</>
      ) : (
        <>{textOf(token)}</>
      );
  }
}

function Picture({ token, references }: { readonly token: Tokens.Image; readonly references: References }) {
  const src = references.picture(token.href);
  return src === null ? <em>{token.text}</em> : <img src={src} alt={token.text} />;
}

// Only a token that is escaped for HTML differs from its text: `&lt;` was written to be read as `<`.
const textOf = (token: MarkedToken): string => ('text' in token ? token.text : token.raw);

const plain = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => ('tokens' in token && token.tokens ? plain(token.tokens) : textOf(token as MarkedToken)))
    .join('');
