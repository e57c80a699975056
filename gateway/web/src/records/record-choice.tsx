import { useState } from 'react';
import { useOperation } from '../api/queries.js';
import { SearchChoice, type Choice } from '../ui/search-choice.js';
import { useSettled } from '../ui/settled.js';

interface RecordChoiceProps {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly className?: string;
  readonly required?: boolean;
  readonly autoFocus?: boolean;
  readonly chosen: Choice | null;
  readonly onChoose: (choice: Choice | null) => void;
}

const TYPING_MS = 150;
const FOUND_MAX = 8;

/** A deal of one's own, or that is shared with one. */
export function DealChoice(props: RecordChoiceProps) {
  const { field, query } = useSearched();
  const input = { scope: 'mine-and-shared', limit: FOUND_MAX, ...query } as const;
  const deals = useOperation('deals.list', input, { enabled: field.text !== undefined });
  return <SearchChoice {...props} {...field} found={deals.data?.items} />;
}

/** A contact of one's own. */
export function ContactChoice(props: RecordChoiceProps) {
  const { field, query } = useSearched();
  const contacts = useOperation('contacts.list', { limit: FOUND_MAX, ...query }, { enabled: field.text !== undefined });
  return <SearchChoice {...props} {...field} found={contacts.data?.items} />;
}

/** What is looked for, as soon as the typing pauses; without a text, the newest are offered. */
function useSearched() {
  const [text, onText] = useState<string>();
  const typed = (text ?? '').trim();
  const q = useSettled(typed, TYPING_MS);
  return { field: { text, onText, isCurrent: q === typed }, query: q === '' ? {} : { q } };
}
