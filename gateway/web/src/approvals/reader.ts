import { useSignedIn } from '../shell/account.js';
import { usePeople } from '../shell/people.js';
import type { Reader } from './value-words.js';

/** How the signed-in user reads values. */
export function useReader(): Reader {
  const { formats, settings } = useSignedIn();
  const { nameOf } = usePeople();
  return { formats, currency: settings.currency, nameOf };
}
