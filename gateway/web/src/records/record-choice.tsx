import { useState } from 'react';
import { describeError } from '../api/api-error.js';
import { useChange, useOperation } from '../api/queries.js';
import { useDebounced } from '../ui/debounced.js';
import { type Choice, type ChosenProps, SearchChoice } from '../ui/fields/search-choice.js';

const TYPING_MS = 150;
const FOUND_MAX = 8;

/** A selected deal. */
export interface DealChosen extends Choice {
  readonly currency: string;
}

interface DealChoiceProps extends Omit<ChosenProps, 'onChoose'> {
  readonly onChoose: (deal: DealChosen | null) => void;
}

/** A deal of the user, or shared with them. */
export function DealChoice({ onChoose, ...props }: DealChoiceProps) {
  const { field, query } = useSearched();
  const input = { scope: 'mine-and-shared', limit: FOUND_MAX, ...query } as const;
  const deals = useOperation('deals.list', input, { enabled: field.text !== undefined });
  const choose = (choice: Choice | null): void => {
    const deal = deals.data?.items.find(({ id }) => id === choice?.id);
    onChoose(deal ? { id: deal.id, name: deal.name, currency: deal.currency } : null);
  };
  return <SearchChoice {...props} {...field} onChoose={choose} found={deals.data?.items} />;
}

interface PersonChoiceProps extends ChosenProps {
  /** The typed text can become a record. */
  readonly canCreate?: boolean;
}

/** A contact of the user. */
export function ContactChoice({ canCreate, ...props }: PersonChoiceProps) {
  const { field, query } = useSearched();
  const contacts = useOperation('contacts.list', { limit: FOUND_MAX, ...query }, { enabled: field.text !== undefined });
  const { mutateAsync } = useChange('contacts.create');
  const created = useCreated(props, (name) => mutateAsync({ input: { name } }));
  return <SearchChoice {...props} {...field} {...(canCreate && created)} found={contacts.data?.items} />;
}

/** An influencer of the user. */
export function InfluencerChoice({ canCreate, ...props }: PersonChoiceProps) {
  const { field, query } = useSearched();
  const found = useOperation('influencers.list', { limit: FOUND_MAX, ...query }, { enabled: field.text !== undefined });
  const { mutateAsync } = useChange('influencers.create');
  const created = useCreated(props, (name) => mutateAsync({ input: { name } }));
  return <SearchChoice {...props} {...field} {...(canCreate && created)} found={found.data?.items} />;
}

/** Creates a record by name and selects it; the name shows at once. */
function useCreated({ chosen, onChoose, error }: ChosenProps, create: (name: string) => Promise<Choice>) {
  const [name, setName] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const onCreate = async (wanted: string): Promise<void> => {
    setName(wanted);
    setProblem(undefined);
    try {
      const { id, name: storedName } = await create(wanted);
      onChoose({ id, name: storedName });
    } catch (refusal) {
      setProblem(describeError(refusal));
    } finally {
      setName(undefined);
    }
  };
  return {
    chosen: name === undefined ? chosen : { id: '', name },
    error: problem ?? error,
    onCreate: (wanted: string): void => void onCreate(wanted),
  };
}

/** Searches when typing pauses; without a text, offers the newest. */
function useSearched() {
  const [text, onText] = useState<string>();
  const typed = (text ?? '').trim();
  const q = useDebounced(typed, TYPING_MS);
  return { field: { text, onText, isCurrent: q === typed }, query: q === '' ? {} : { q } };
}
