import type { MarkedToken, Token, Tokens } from 'marked';
import { createContext, memo, type ReactNode, use, useState } from 'react';
import { classNames } from '../../ui/class-names.js';
import { ScrollRegion } from '../../ui/scroll-region.js';
import { TEXT_LINK } from '../../ui/text-link.js';
import { showHidden } from '../show-hidden.js';
import { readEntities, readLink, readMarkdown } from './read-markdown.js';

/** A model's text: Markdown as a closed set of elements. HTML and images stay plain text. */
export function MarkdownText({ text }: { readonly text: string }) {
  const [read, setRead] = useState(() => readMarkdown(text));
  if (read.text !== text) setRead(readMarkdown(text, read));
  return (
    // Block layout, because a flex container lays out all items again when one grows.
    <div className="-my-1 space-y-1 [overflow-wrap:anywhere]">
      {read.sections.map((tokens, place) => (
        <Section key={place} tokens={tokens} />
      ))}
    </div>
  );
}

/** Not drawn again while only later text changes. Its padding leaves room for focus outlines. */
const Section = memo(({ tokens }: { readonly tokens: readonly Token[] }) => (
  <div className="-mx-1 space-y-3 p-1 contain-content empty:hidden">
    {tokens.map((token, place) => (
      <Block key={place} raw={token.raw} token={token} />
    ))}
  </div>
));

interface BlockProps {
  /** Compares tokens by content, because an open block gets new ones each time. */
  readonly raw: string;
  readonly token: Token;
}

const Block = memo(
  ({ token }: BlockProps) => drawBlock(token),
  (one, other) => one.raw === other.raw && one.token.type === other.token.type,
);

/** Built-in tokens, without plugins. */
type Known = MarkedToken;

/** Maximum nesting of quotes, lists and emphasis before they are shown as plain text. */
const DEPTH_MAX = 12;
const Depth = createContext(0);

const HEAD = 'font-semibold';

function drawBlock(token: Token): ReactNode {
  const known = token as Known;
  switch (known.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading':
      return (
        <p
          role="heading"
          aria-level={Math.min(6, known.depth + 2)}
          className={classNames(HEAD, known.depth < 3 && 'text-base')}
        >
          <Inline tokens={known.tokens} />
        </p>
      );
    case 'paragraph':
      return (
        <p>
          <Inline tokens={known.tokens} />
        </p>
      );
    case 'code':
      return (
        <ScrollRegion label="Code" className="overflow-x-auto rounded-md border border-line bg-sunken px-3 py-2">
          <pre className="w-max font-mono text-[13px]">
            <bdi>{showHidden(known.text)}</bdi>
          </pre>
        </ScrollRegion>
      );
    case 'blockquote':
      return (
        <blockquote className="flex flex-col gap-2 border-l-4 border-line-strong pl-3 text-soft">
          <Blocks tokens={known.tokens} />
        </blockquote>
      );
    case 'list':
      return <List list={known} />;
    case 'table':
      return <Table table={known} />;
    case 'hr':
      return <hr className="border-line" />;
    case 'text':
      return (
        <span>
          <Inline tokens={'tokens' in known && known.tokens ? known.tokens : [known]} />
        </span>
      );
    default:
      return <Raw raw={token.raw} />;
  }
}

/** Unsupported elements are shown as plain text. */
function Raw({ raw }: { readonly raw: string }) {
  return (
    <p className="whitespace-pre-wrap">
      <bdi>{showHidden(raw.trimEnd())}</bdi>
    </p>
  );
}

/** Contents of a quote or a list item. */
function Blocks({ tokens }: { readonly tokens: readonly Token[] }) {
  const depth = use(Depth);
  if (depth >= DEPTH_MAX) return <Raw raw={tokens.map(({ raw }) => raw).join('')} />;
  return (
    <Depth value={depth + 1}>
      {tokens.map((token, place) => (
        <Block key={place} raw={token.raw} token={token} />
      ))}
    </Depth>
  );
}

function List({ list: { ordered, start, items, loose } }: { readonly list: Tokens.List }) {
  const ListTag = ordered ? 'ol' : 'ul';
  return (
    <ListTag
      {...(ordered && typeof start === 'number' && { start })}
      className={classNames('flex flex-col pl-6', loose ? 'gap-2' : 'gap-1', ordered ? 'list-decimal' : 'list-disc')}
    >
      {items.map(({ tokens, task, checked }, place) => (
        <li key={place}>
          {task && <span>{checked ? '☑ ' : '☐ '}</span>}
          <Blocks tokens={tokens.filter(({ type }) => type !== 'checkbox')} />
        </li>
      ))}
    </ListTag>
  );
}

const CELL = 'border-b border-line px-2 py-1 text-left align-top';

function Table({ table: { header, rows } }: { readonly table: Tokens.Table }) {
  return (
    <ScrollRegion label="Table" className="overflow-x-auto">
      <table className="border-collapse">
        <thead>
          <tr>
            {header.map(({ tokens }, place) => (
              <th key={place} scope="col" className={`${CELL} ${HEAD}`}>
                <Inline tokens={tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            <tr key={line}>
              {row.map(({ tokens }, place) => (
                <td key={place} className={CELL}>
                  <Inline tokens={tokens} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Inline({ tokens }: { readonly tokens: readonly Token[] }) {
  return <bdi>{drawInline(tokens)}</bdi>;
}

function drawInline(tokens: readonly Token[] = [], depth = 0): ReactNode {
  return tokens.map((token, place) => <Piece key={place} token={token as Known} depth={depth} />);
}

function Piece({ token, depth }: { readonly token: Known; readonly depth: number }): ReactNode {
  if (depth >= DEPTH_MAX) return showHidden(token.raw);
  switch (token.type) {
    case 'text':
      return 'tokens' in token && token.tokens
        ? drawInline(token.tokens, depth + 1)
        : showHidden(readEntities(token.text));
    case 'escape':
      return showHidden(token.text);
    case 'strong':
      return <strong className={HEAD}>{drawInline(token.tokens, depth + 1)}</strong>;
    case 'em':
      return <em>{drawInline(token.tokens, depth + 1)}</em>;
    case 'del':
      return <del>{drawInline(token.tokens, depth + 1)}</del>;
    case 'codespan':
      return <code className="rounded bg-sunken px-1 font-mono text-[13px]">{showHidden(token.text)}</code>;
    case 'br':
      return <br />;
    case 'link':
      return <Out token={token} />;
    default:
      return showHidden(token.raw);
  }
}

/** An external link, with its host; any other link is plain text. */
function Out({ token: { href, text, raw, tokens } }: { readonly token: Tokens.Link }) {
  const link = readLink(href);
  if (!link) return showHidden(raw);
  const saysPlace = text === href || text === link.href || text === link.place;
  return (
    <>
      <a href={link.href} target="_blank" rel="noopener noreferrer nofollow" className={TEXT_LINK}>
        {drawInline(tokens)}
      </a>
      {!saysPlace && (
        <>
          {' '}
          <span className="text-soft">
            (<bdi>{showHidden(link.place)}</bdi>)
          </span>
        </>
      )}
    </>
  );
}
