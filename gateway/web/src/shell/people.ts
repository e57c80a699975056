import { useMemo } from 'react';
import { useOperation } from '../api/queries.js';
import { useSignedIn } from './account.js';

export interface People {
  /** A user's name on pages: "You", the name, or "a teammate" for an unknown one; an ellipsis while loading. */
  readonly nameOf: (userId: string) => string;
  /** The signed-in user, then everyone who shares a team with them. */
  readonly all: readonly { readonly userId: string; readonly name: string }[];
}

/** Names of teammates, who own records, have tasks and make requests. */
export function usePeople(): People {
  const { user } = useSignedIn();
  const { data, isPending } = useOperation('teams.list_people', { limit: 200 });
  return useMemo(() => {
    const others = (data?.items ?? []).filter(({ userId }) => userId !== user.id);
    const names = new Map([[user.id, 'You'], ...others.map(({ userId, name }) => [userId, name] as const)]);
    return {
      nameOf: (userId) => names.get(userId) ?? (isPending ? '…' : 'a teammate'),
      all: [{ userId: user.id, name: 'You' }, ...others],
    };
  }, [data, isPending, user.id]);
}
