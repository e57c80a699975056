import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { describeError, isApiError } from '../api/api-error.js';
import { call } from '../api/call.js';
import { Button } from '../ui/button.js';
import { useDebounced } from '../ui/debounced.js';
import { Notice } from '../ui/notice.js';
import { ImportPlan } from './import-plan.js';
import type { ImportState, PlannedText } from './use-import.js';

const TYPING_MS = 350;

interface ImportPreviewProps {
  readonly state: ImportState;
  readonly onShowLine: (line: number) => void;
}

/** The text's effect, and the groups that still need a code. */
export function ImportPreview({ state, onShowLine }: ImportPreviewProps) {
  const { postDate, hasDate, isTyped, count, clear } = state;
  const { text } = state.draft;
  const typed = useDebounced(text, TYPING_MS);
  const asked = isTyped ? typed : text;
  const isAsked = asked.trim() !== '' && hasDate;
  const input = { postDate, linksText: asked };
  const preview = useQuery({
    queryKey: ['deals.preview_view_checks', input] as const,
    queryFn: async ({ signal }): Promise<PlannedText> => ({
      plan: await call('deals.preview_view_checks', input, { signal }),
      text: asked,
    }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const { data } = preview;
  useEffect(() => {
    if (data) count(data);
  });
  if (!isAsked) {
    return (
      <p className="rounded-md border border-dashed border-line-strong p-6 text-soft">
        {asked.trim() === '' || hasDate ? 'The preview shows up here.' : 'Correct “Posted on” to see the preview.'}
      </p>
    );
  }
  if (preview.isError && isWithoutLinks(preview.error)) {
    return (
      <Notice>
        <p>This text has no links yet. Add links below each name.</p>
        <Button className="mt-2" onClick={clear}>
          Clear text
        </Button>
      </Notice>
    );
  }
  if (preview.isError) return <Notice tone="bad">{describeError(preview.error)}</Notice>;
  if (!data) return null;
  return <ImportPlan state={state} planned={data} isStale={data.text !== text} onShowLine={onShowLine} />;
}

/** The API refuses a text without a link, but a text just begun is not an error. */
function isWithoutLinks(error: unknown): boolean {
  return isApiError(error) && error.code === 'VALIDATION_ERROR' && error.message.includes('at least one link');
}
