import { useRouter } from '@tanstack/react-router';
import { SquareCheck, SquarePlay } from 'lucide-react';
import { useOperation } from '../../api/queries.js';
import { nameOfVideo } from '../../videos/name-of-video.js';
import { type Entry, isNamed } from './entry.js';

const LISTED_MAX = 50;
const SHOWN_MAX = 4;

/** Matching records that the context search leaves out: videos by their title, and tasks. */
export function useListedRecords(asked: string): {
  readonly entries: readonly Entry[];
  readonly isSearching: boolean;
} {
  const { navigate } = useRouter();
  const input = { q: asked, scope: 'mine-and-shared', limit: LISTED_MAX } as const;
  const enabled = asked !== '';
  const videos = useOperation('videos.list', input, { enabled });
  const tasks = useOperation('tasks.list', input, { enabled });
  if (!enabled) return { entries: [], isSearching: false };
  const ofVideos = (videos.data?.items ?? []).map(({ title, url, deal }): Entry => {
    const open = { to: '/deals/$dealId', params: { dealId: deal.id }, search: { tab: 'videos' } } as const;
    const run = (): void => void navigate(open);
    return {
      group: 'Records',
      title: nameOfVideo(title, url),
      icon: SquarePlay,
      about: 'video',
      detail: deal.name,
      run,
    };
  });
  const ofTasks = (tasks.data?.items ?? []).map(({ id, title, dealName }): Entry => {
    const run = (): void => void navigate({ to: '/tasks', search: { task: id } });
    return { group: 'Records', title, icon: SquareCheck, about: 'task', detail: dealName ?? undefined, run };
  });
  return {
    // The list of videos also finds those whose deal matches; the deal itself is among the other records.
    entries: [
      ...ofVideos.filter((entry) => isNamed(plain(asked))({ ...entry, title: plain(entry.title) })).slice(0, SHOWN_MAX),
      ...ofTasks.slice(0, SHOWN_MAX),
    ],
    isSearching: videos.isFetching || tasks.isFetching,
  };
}

/** Text without accents, which the list of videos also ignores. */
function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '');
}
