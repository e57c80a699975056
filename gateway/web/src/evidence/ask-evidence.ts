import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../api/call.js';
import type { Action, Answer, EvidenceInput } from './evidence-types.js';

/** Has one action judge an input. Throws ApiError. */
export async function askEvidence<Name extends Action>(
  action: Name,
  input: EvidenceInput,
  signal?: AbortSignal,
): Promise<Answer<Name>> {
  return (await call('viewcheck_evidence', { action, ...input }, { signal })) as Answer<Name>;
}

/** Asks again whenever the input is another object; not at all without one. What was answered before stays until then. */
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

/** Tells objects apart without reading them: these are large. */
function numberOf(value: object): number {
  const known = numbers.get(value);
  if (known !== undefined) return known;
  numbered += 1;
  numbers.set(value, numbered);
  return numbered;
}
