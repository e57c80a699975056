import { useState } from 'react';
import { describeError } from '../api/api-error.js';
import type { Item } from '../api/operations.js';
import { useChange, useList } from '../api/queries.js';
import { forgetAll } from '../shell/sign-out.js';
import { Button } from '../ui/button.js';
import { Chip } from '../ui/chip.js';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.js';
import { PageError } from '../ui/page-error.js';
import { RelativeTime } from '../ui/relative-time.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { More } from '../ui/tables/more.js';
import { showError, showToast } from '../ui/toasts.js';

type Session = Item<'auth.list_sessions'>;

/** The signed-in browsers and programs, each of which can be signed out. */
export function SessionList() {
  const sessions = useList('auth.list_sessions', {});
  const endingAll = useChange('auth.sign_out_everywhere');
  const [isAsking, setAsking] = useState(false);
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
      <More of={sessions} />
      <div>
        <Button kind="danger" onClick={() => setAsking(true)}>
          Sign out everywhere…
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Sign out everywhere?"
          action="Sign out everywhere"
          onClose={() => setAsking(false)}
          run={endAll}
        >
          Every device is signed out, this one too. Agents stay connected.
        </ConfirmDialog>
      )}
    </div>
  );
}

function SessionRow({ session: { id, device, lastUsedAt, current } }: { readonly session: Session }) {
  const ending = useChange('auth.revoke_session');
  const name = device === '' ? 'Unknown device' : device;
  const end = (): void =>
    ending.mutate(
      { input: { sessionId: id } },
      {
        onSuccess: () => showToast(`${name} signed out`),
        onError: (error) => showError(describeError(error)),
      },
    );
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-3 py-2 last:border-b-0">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <bdi>{name}</bdi> {current && <Chip tone="accent">This device</Chip>}
        <span className="block text-[13px] text-soft">
          last used <RelativeTime at={lastUsedAt} />
        </span>
      </span>
      {!current && (
        <Button disabled={ending.isPending} onClick={end}>
          Sign out<span className="sr-only"> {name}</span>
        </Button>
      )}
    </li>
  );
}
