import type { Contact } from '@svc/proto/deal/v1/contact_service';
import type { Clients } from '../run/clients.js';

/** User ids per call to identity. */
const TEAMMATES_MAX = 500;

/** Adds the names of mutual owners to contacts; omits owners who have just left the caller's teams. */
export async function withMutualOwners(contacts: readonly Contact[], { teams }: Clients) {
  const userIds = [...new Set(contacts.flatMap(({ mutualOwners }) => mutualOwners.map(({ userId }) => userId)))];
  const names = new Map<string, string>();
  for (let from = 0; from < userIds.length; from += TEAMMATES_MAX) {
    const { teammates } = await teams.describeTeammates({ userIds: userIds.slice(from, from + TEAMMATES_MAX) });
    for (const { userId, name } of teammates) names.set(userId, name);
  }
  return contacts.map((contact) => ({
    ...contact,
    mutualOwners: contact.mutualOwners.flatMap(({ userId }) => {
      const name = names.get(userId);
      return name === undefined ? [] : [{ userId, name }];
    }),
  }));
}

/** Adds the names of mutual owners to one contact. */
export async function withMutualOwnersOfOne({ contact }: { contact?: Contact | null | undefined }, clients: Clients) {
  const [named] = await withMutualOwners(contact ? [contact] : [], clients);
  return named;
}
