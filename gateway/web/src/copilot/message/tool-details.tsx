import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useReader } from '../../approvals/reader.js';
import { useFormats } from '../../shell/account.js';
import { ScrollRegion } from '../../ui/scroll-region.js';
import { PlainTable } from '../../ui/tables/plain-table.js';
import { TEXT_LINK } from '../../ui/text-link.js';
import type { ToolCall } from '../answer/answer.js';
import { showHidden } from '../show-hidden.js';
import { fieldsIn, type ReadResult, readResult, type ResultLink } from './read-result.js';

/** Maximum characters of raw data that are shown. */
const SHOWN_MAX = 20_000;

/** What a tool was asked for, and what it found: as records where they can be read, and raw on request. */
export function ToolDetails({ call: { toolName, state, input, output, errorText } }: { readonly call: ToolCall }) {
  const reader = useReader();
  const [isRaw, setRaw] = useState(false);
  const isDone = state === 'output-available';
  const result = useMemo(
    () => (isDone ? readResult(toolName, output, reader) : undefined),
    [isDone, toolName, output, reader],
  );
  const isReadable = !isDone || result !== undefined;
  const asked = toolName.startsWith('mcp__') ? [] : fieldsIn(toolName, input, reader);
  return (
    <>
      {isReadable && asked.length > 0 && <FieldList label="Asked for" fields={asked} />}
      {result && <ResultView result={result} />}
      {isReadable && (
        <button
          type="button"
          aria-expanded={isRaw}
          onClick={() => setRaw(!isRaw)}
          className={`${TEXT_LINK} w-fit pointer-coarse:py-3`}
        >
          {isRaw ? 'Hide raw' : 'Show raw'}
        </button>
      )}
      {(isRaw || !isReadable) && (
        <>
          <Raw label="Asked for" value={input} />
          {isDone && <Raw label="Got" value={output} />}
        </>
      )}
      {errorText !== undefined && (
        <p className="[overflow-wrap:anywhere]">
          <bdi>{showHidden(errorText)}</bdi>
        </p>
      )}
    </>
  );
}

function ResultView({ result }: { readonly result: ReadResult }) {
  return result.kind === 'list' ? <ListView result={result} /> : <RecordView result={result} />;
}

function ListView({ result: { columns, rows, total } }: { readonly result: Extract<ReadResult, { kind: 'list' }> }) {
  const { count } = useFormats();
  if (rows.length === 0) return <p>Nothing found.</p>;
  const cells = columns.map((title, place) => ({
    title,
    isText: true,
    cell: ({ row }: { readonly row: (typeof rows)[number] }) => <bdi>{row.cells[place]}</bdi>,
  }));
  const named = rows.map((row, place) => ({ row, key: String(place) }));
  return (
    <div className="min-w-0 text-ink">
      <div aria-hidden className="text-soft">
        Got
      </div>
      <PlainTable
        label="Got"
        columns={[
          {
            title: 'Name',
            isText: true,
            cell: ({ row }) => <RecordName link={row.link} name={row.name} />,
          },
          ...cells,
        ]}
        rows={named}
        keyOf={({ key }) => key}
      />
      {total > rows.length && (
        <p className="mt-1 text-soft">
          {count(rows.length)} of {count(total)}
        </p>
      )}
    </div>
  );
}

function RecordView({
  result: { fields, link, hasMore },
}: {
  readonly result: Extract<ReadResult, { kind: 'record' }>;
}) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <FieldList label="Got" fields={fields} />
      {link && <RecordName link={link} name="Open" />}
      {hasMore && <p>More is in the raw data.</p>}
    </div>
  );
}

interface FieldListProps {
  readonly label: string;
  readonly fields: readonly { readonly label: string; readonly text: string }[];
}

function FieldList({ label, fields }: FieldListProps) {
  return (
    <div className="min-w-0">
      <div aria-hidden>{label}</div>
      <ScrollRegion label={label} className="max-h-80 overflow-auto">
        <dl className="grid grid-cols-[minmax(6rem,max-content)_1fr] gap-x-4 gap-y-1">
          {fields.map((field) => (
            <div key={field.label} className="contents">
              <dt className="[overflow-wrap:anywhere]">{field.label}</dt>
              <dd className="whitespace-pre-wrap text-ink [overflow-wrap:anywhere]">
                <bdi>{field.text}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      </ScrollRegion>
    </div>
  );
}

function RecordName({ link, name }: { readonly link: ResultLink | undefined; readonly name: string }) {
  const text = <bdi>{name}</bdi>;
  switch (link?.kind) {
    case 'deal':
      return (
        <Link to="/deals/$dealId" params={{ dealId: link.id }} className={TEXT_LINK}>
          {text}
        </Link>
      );
    case 'contact':
      return (
        <Link to="/contacts/$contactId" params={{ contactId: link.id }} className={TEXT_LINK}>
          {text}
        </Link>
      );
    case 'influencer':
      return (
        <Link to="/influencers/$influencerId" params={{ influencerId: link.id }} className={TEXT_LINK}>
          {text}
        </Link>
      );
    case 'link':
      return (
        <Link to="/links/$linkId" params={{ linkId: link.id }} className={TEXT_LINK}>
          {text}
        </Link>
      );
    case 'screenshot':
      return (
        <Link to="/screenshots" search={{ screenshotId: link.id }} className={TEXT_LINK}>
          {text}
        </Link>
      );
    case 'task':
      return (
        <Link to="/tasks" search={{ task: link.id }} className={TEXT_LINK}>
          {text}
        </Link>
      );
    default:
      return text;
  }
}

function Raw({ label, value }: { readonly label: string; readonly value: unknown }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null, null, 2);
  return (
    <div className="min-w-0">
      <div aria-hidden>{label}</div>
      <ScrollRegion label={`${label}, raw`} className="max-h-80 overflow-auto">
        <pre className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          <bdi>{showHidden(text.slice(0, SHOWN_MAX))}</bdi>
        </pre>
      </ScrollRegion>
    </div>
  );
}
