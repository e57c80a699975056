import { useMemo } from 'react';
import { useSignedIn } from '../shell/account.js';
import { usePeople } from '../shell/people.js';
import type { Reader } from './value-words.js';

/** Formats and names for the signed-in user. */
export function useReader(): Reader {
  const { formats, settings } = useSignedIn();
  const { nameOf } = usePeople();
  const { currency } = settings;
  return useMemo(() => ({ formats, currency, nameOf }), [formats, currency, nameOf]);
}
