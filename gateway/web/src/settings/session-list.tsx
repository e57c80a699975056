import { describeError } from '../api/api-error.js';
import type { Item } from '../api/operations.js';
import { useChange, useList } from '../api/queries.js';
import { forgetAll } from '../shell/sign-out.js';
import { Button } from '../ui/button.js';
import { Chip } from '../ui/chip.js';
import { PageError } from '../ui/page-error.js';
import { RelativeTime } from '../ui/relative-time.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { showError } from '../ui/toasts.js';

type Session = Item<'auth.list_sessions'>;

/** The signed-in browsers and programs, each of which can be signed out. */
export function SessionList() {
  const sessions = useList('auth.list_sessions', {});
  const endingAll = useChange('auth.sign_out_everywhere');
  if (sessions.isError) return <PageError error={sessions.error} />;
  if (sessions.isPending) return <SkeletonRows rows={2} rowClass="flex h-12 items-center" />;
  const endAll = async (): Promise<void> => {
    await endingAll.mutateAsync({ input: {} });
    forgetAll();
    location.assign('/login');
  };
  return (
    <div className="flex flex-col gap-3">
      <ul className="rounded-md border border-line bg-surface">
        {sessions.items.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <div>
        <Button kind="danger" onClick={() => void endAll().catch((error: unknown) => showError(describeError(error)))}>
          Sign out everywhere
        </Button>
      </div>
    </div>
  );
}

function SessionRow({ session: { id, device, lastUsedAt, current } }: { readonly session: Session }) {
  const ending = useChange('auth.revoke_session');
  const end = (): void => {
    ending.mutateAsync({ input: { sessionId: id } }).catch((error: unknown) => showError(describeError(error)));
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-3 py-2 last:border-b-0">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <bdi>{device === '' ? 'Unknown device' : device}</bdi> {current && <Chip tone="accent">This device</Chip>}
        <span className="block text-[13px] text-soft">
          last used <RelativeTime at={lastUsedAt} />
        </span>
      </span>
      {!current && (
        <Button disabled={ending.isPending} onClick={end}>
          End
        </Button>
      )}
    </li>
  );
}
