import { useSignedIn } from '../shell/account.js';
import { useOperation } from './queries.js';

/** Names of those that are known through teams, by their ids. */
export function usePeople(): (userId: string) => string {
  const { user } = useSignedIn();
  const people = useOperation('teams.list_people', { limit: 200 });
  return (userId) => {
    if (userId === user.id) return 'You';
    return people.data?.items.find((person) => person.userId === userId)?.name ?? 'Somebody else';
  };
}
