import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../api/call.js';
import type { Action, Answer, EvidenceInput } from './evidence-types.js';

/** Runs one evidence action on an input. Throws ApiError. */
export async function askEvidence<Name extends Action>(
  action: Name,
  input: EvidenceInput,
  signal?: AbortSignal,
): Promise<Answer<Name>> {
  return (await call('viewcheck_evidence', { action, ...input }, { signal })) as Answer<Name>;
}

/** Runs for each new input object, if there is one. The previous result is kept while the next one loads. */
export function useEvidence<Name extends Action>(action: Name, input: EvidenceInput | undefined) {
  return useQuery({
    queryKey: ['viewcheck_evidence', action, input && numberOf(input)] as const,
    queryFn: ({ signal }) => askEvidence(action, input ?? {}, signal),
    enabled: input !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

const numbers = new WeakMap<object, number>();
let numbered = 0;

/** Compares inputs by identity, because they are large. */
function numberOf(value: object): number {
  const known = numbers.get(value);
  if (known !== undefined) return known;
  numbered += 1;
  numbers.set(value, numbered);
  return numbered;
}
