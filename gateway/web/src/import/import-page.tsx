import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { describeError } from '../api/api-error.js';
import { useKeyTexts } from '../shell/shortcuts.js';
import { Button } from '../ui/button.js';
import { DateField } from '../ui/fields/date-field.js';
import { TextArea } from '../ui/fields/field.js';
import { leaveWithEscape } from '../ui/leave-with-escape.js';
import { Notice } from '../ui/notice.js';
import { Page } from '../ui/page.js';
import { PageHead } from '../ui/page-head.js';
import { FUTURE_POST } from '../videos/future-post.js';
import { ImportPreview } from './import-preview.js';
import { ImportResult } from './import-result.js';
import { placeOfLine } from './pasted-lines.js';
import { type ImportState, useImport } from './use-import.js';

const SAMPLE = `Northwind Coffee
CODE: SPRING20
https://www.youtube.com/watch?v=…
https://www.tiktok.com/@name/video/…

CODE: FJELL15
https://www.instagram.com/reel/…`;

const KEYS = { 'Ctrl Enter': 'Import', Esc: 'Leave the text' } as const;

/** Turns pasted links into deals, videos and checks, after a preview. What it cannot import stays. */
export function ImportPage() {
  const state = useImport();
  const field = useRef<HTMLTextAreaElement>(null);
  const { results, draft, postDate } = state;
  useKeyTexts(KEYS);
  return (
    <Page width="list">
      <PageHead
        title="Import"
        about="Paste the links of your posted videos. Put the deal name above its links, add “CODE: X” for the promo code, and leave a blank line between deals. Rows copied from a spreadsheet work too."
      />
      <div className="grid gap-6 lg:grid-cols-2">
        <LinksForm state={state} field={field} />
        <section aria-label={results.length > 0 ? 'Import result' : 'Preview'} className="flex min-w-0 flex-col gap-3">
          {results.length > 0 && <ImportResult results={results} postDate={postDate} />}
          {(draft.text.trim() !== '' || results.length === 0) && (
            <ImportPreview state={state} onShowLine={(line) => showLine(field.current, line)} />
          )}
        </section>
      </div>
    </Page>
  );
}

function LinksForm({
  state,
  field,
}: {
  readonly state: ImportState;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}) {
  const { draft, postDate, importing, send, typeText, typeDate, setDateReadable } = state;
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    leaveWithEscape(event);
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    // Like the button, it leads to a field that is not valid.
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <form
      className="flex min-w-0 flex-col gap-4 self-start lg:sticky lg:top-5"
      onSubmit={(event) => {
        event.preventDefault();
        void send().catch(() => undefined);
      }}
    >
      <DateField
        label="Posted on"
        required
        value={postDate}
        onChange={typeDate}
        onReadable={setDateReadable}
        futureHint={FUTURE_POST}
        className="max-w-48"
      />
      <TextArea
        ref={field}
        label="Links"
        rows={14}
        spellCheck={false}
        autoFocus
        placeholder={SAMPLE}
        value={draft.text}
        onChange={(event) => typeText(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      {importing.isError && <Notice tone="bad">{describeError(importing.error)}</Notice>}
      <div className="flex flex-wrap items-center gap-3">
        <Button kind="primary" type="submit" disabled={draft.text.trim() === '' || importing.isPending}>
          {importing.isPending ? 'Importing…' : 'Import'}
        </Button>
        <span className="text-soft max-md:hidden pointer-coarse:hidden">
          Ctrl Enter import · Esc leave the text · ? keys
        </span>
      </div>
    </form>
  );
}

/** Selects a line of the text and scrolls to it. */
function showLine(field: HTMLTextAreaElement | null, line: number): void {
  if (!field) return;
  const { start, end } = placeOfLine(field.value, line);
  // Browsers scroll to a selection only when the field gets the focus, and no further than necessary.
  field.blur();
  field.scrollTop = 0;
  field.setSelectionRange(start, end);
  field.focus();
  if (field.scrollTop > 0) field.scrollTop += field.clientHeight / 2;
  field.scrollIntoView({ block: 'nearest' });
}
