import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { useSignedIn } from './account.js';
import { loadForAnother } from './kept-account-key.js';
import { SignInDialog } from './session-dialog.js';

const WARN_MS = 10 * 60_000;
const LOOK_MS = 20_000;

/** Warns ten minutes before the session ends, and offers to sign in again. */
export function SessionEnding() {
  const { user, session, formats } = useSignedIn();
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const expiresAt = session?.expiresAt;
  const askAgain = useCallback(() => void queries.invalidateQueries({ queryKey: ['auth.get_account'] }), [queries]);
  const isEnding = useIsEnding(expiresAt, askAgain);
  if (!isEnding || expiresAt === undefined) return null;
  return (
    <div className="px-4 pt-3 md:px-8">
      <Notice tone="warn">
        <span className="flex flex-wrap items-center justify-between gap-2">
          Your session ends at {formats.clock(expiresAt)}.<Button onClick={() => setOpen(true)}>Sign in again</Button>
        </span>
      </Notice>
      {isOpen && (
        <Suspense>
          <SignInDialog
            email={user.email}
            onClose={() => setOpen(false)}
            onSignedIn={(userId) => {
              // Another user must see nothing of the previous one.
              if (userId !== user.id) return loadForAnother();
              setOpen(false);
              askAgain();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Whether a session is about to end. Calls `askAgain` once when it seems so, because use extends a session, up to a limit. */
function useIsEnding(expiresAt: string | undefined, askAgain: () => void): boolean {
  const [isEnding, setEnding] = useState(false);
  useEffect(() => {
    if (expiresAt === undefined) return undefined;
    let wasEnding = false;
    const look = (): void => {
      const left = Date.parse(expiresAt) - Date.now();
      const isNow = left > 0 && left < WARN_MS;
      if (isNow && !wasEnding) askAgain();
      wasEnding = isNow;
      setEnding(isNow);
    };
    look();
    const looking = setInterval(look, LOOK_MS);
    return () => clearInterval(looking);
  }, [expiresAt, askAgain]);
  return isEnding;
}
