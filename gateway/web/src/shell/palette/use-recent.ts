import { useQueries } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Contact, Handshake, Link2, Megaphone, Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isApiError } from '../../api/api-error.js';
import { NAME_QUERIES } from '../../records/record-names.js';
import { useSignedIn } from '../account.js';
import type { Entry } from './entry.js';
import { forgetVisits, listRecent, pathOf } from './recent-records.js';

const FAMILIES = {
  deals: { about: 'deal', icon: Handshake },
  contacts: { about: 'contact', icon: Contact },
  influencers: { about: 'influencer', icon: Megaphone },
  links: { about: 'short link', icon: Link2 },
  teams: { about: 'team', icon: Users },
} as const;

/** Recent records that are still visible, without that of the open page. */
export function useRecent(): readonly Entry[] {
  const { user } = useSignedIn();
  const router = useRouter();
  const [recent] = useState(() =>
    listRecent(user.id).filter((record) => pathOf(record) !== router.state.location.pathname),
  );
  const titles = useQueries({ queries: recent.map(({ family, id }) => NAME_QUERIES[family](id)) });
  const gone = recent.filter((_record, index) => isNotFound(titles[index]?.error)).map(({ id }) => id);
  const goneIds = gone.join(' ');
  useEffect(() => forgetVisits(user.id, goneIds.split(' ')), [user.id, goneIds]);
  return recent.flatMap((record, index): readonly Entry[] => {
    const title = titles[index]?.data;
    if (title === undefined) return [];
    const path = pathOf(record);
    return [{ group: 'Recent', title, ...FAMILIES[record.family], path, run: () => router.history.push(path) }];
  });
}

function isNotFound(error: unknown): boolean {
  return isApiError(error) && error.status === 404;
}
