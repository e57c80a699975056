import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type KeyboardEvent } from 'react';
import { describeError } from '../api/api-error.js';
import { useDraft } from '../api/kept-draft.js';
import type { Output } from '../api/operations.js';
import { operationQuery, useChange } from '../api/queries.js';
import { useSignedIn, useToday } from '../shell/account.js';
import { useKeyTexts } from '../shell/shortcuts.js';
import { Button } from '../ui/button.js';
import { TextArea, TextField } from '../ui/field.js';
import { Notice } from '../ui/notice.js';
import { PageHead } from '../ui/page-head.js';
import { useSettled } from '../ui/settled.js';
import { ImportPlan } from './import-plan.js';
import { ImportResult } from './import-result.js';

const TYPING_MS = 350;

const SAMPLE = `Northwind Coffee
CODE: SPRING20
https://www.youtube.com/watch?v=…
https://www.tiktok.com/@name/video/…

CODE: FJELL15
https://www.instagram.com/reel/…`;

const KEYS = { 'Ctrl Enter': 'Import' } as const;

type Result = Output<'deals.bulk_add_view_checks'>;

/** Turns pasted links into deals, videos and checks, and shows what will come of it before it does. */
export function ImportPage() {
  const { user } = useSignedIn();
  const today = useToday();
  const [text, setText] = useDraft(`import.${user.id}`);
  const [postDate, setPostDate] = useState(today);
  const [done, setDone] = useState<{ readonly result: Result; readonly postDate: string }>();
  const importing = useChange('deals.bulk_add_view_checks');
  const hasText = text.trim() !== '';

  useKeyTexts(KEYS);
  const send = async (): Promise<void> => {
    if (!hasText || importing.isPending) return;
    const result = await importing.mutateAsync({ input: { postDate, linksText: text } });
    setDone({ result, postDate });
    setText('');
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send().catch(() => undefined);
  };

  return (
    <div className="mx-auto max-w-6xl">
      <PageHead
        title="Import"
        about="Paste the links of your posted videos. Put the deal name above its links, add “CODE: X” for the promo code, and leave a blank line between deals."
      />
      <div className="grid gap-6 lg:grid-cols-2">
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void send().catch(() => undefined);
          }}
        >
          <TextField
            label="Posted on"
            type="date"
            required
            max="9999-12-31"
            value={postDate}
            onChange={(event) => setPostDate(event.currentTarget.value)}
            className="max-w-48"
          />
          <TextArea
            label="Links"
            rows={14}
            spellCheck={false}
            autoFocus
            placeholder={SAMPLE}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setDone(undefined);
            }}
            onKeyDown={onKey}
          />
          {importing.isError && <Notice tone="bad">{describeError(importing.error)}</Notice>}
          <div className="flex items-center gap-3">
            <Button kind="primary" type="submit" disabled={!hasText || importing.isPending}>
              {importing.isPending ? 'Importing…' : 'Import'}
            </Button>
            <span className="text-soft">or Ctrl Enter</span>
          </div>
        </form>
        <section aria-label={done ? 'Import result' : 'Preview'}>
          {done ? (
            <ImportResult result={done.result} postDate={done.postDate} />
          ) : (
            <Preview text={text} postDate={postDate} />
          )}
        </section>
      </div>
    </div>
  );
}

function Preview({ text, postDate }: { readonly text: string; readonly postDate: string }) {
  const settled = useSettled(text, TYPING_MS);
  const isAsked = settled.trim() !== '' && postDate !== '';
  const preview = useQuery({
    ...operationQuery('deals.preview_view_checks', { postDate, linksText: settled }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  if (!isAsked) {
    return (
      <p className="rounded-md border border-dashed border-line-strong p-6 text-soft">The preview shows up here.</p>
    );
  }
  if (preview.isError) return <Notice tone="bad">{describeError(preview.error)}</Notice>;
  return preview.data ? <ImportPlan plan={preview.data} postDate={postDate} isStale={settled !== text} /> : null;
}
