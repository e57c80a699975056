import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { describeError } from '../api/api-error.js';
import { operationQuery, useChange } from '../api/queries.js';
import { useSignedIn } from '../shell/account.js';
import { ConfirmEmail } from '../shell/confirm-email.js';
import { Notice } from '../ui/notice.js';

/** The morning mail. */
export function ReminderSettings() {
  const { settings, user } = useSignedIn();
  const queries = useQueryClient();
  const updating = useChange('settings.update');
  const id = useId();
  /** A choice on its way to the server. */
  const [wanted, setWanted] = useState<boolean>();
  const isOn = settings.notifications.dueViews;
  const change = (dueViews: boolean): void => {
    setWanted(dueViews);
    updating.mutate(
      { input: { notifications: { dueViews } } },
      {
        // Applied before it is read again, so that the box does not flip back.
        onSuccess: (changed) => queries.setQueryData(operationQuery('settings.get', {}).queryKey, changed),
        onSettled: () => setWanted(undefined),
      },
    );
  };

  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start gap-2.5">
        <input
          id={id}
          type="checkbox"
          className="mt-0.5 size-4 accent-(--accent) pointer-coarse:size-6"
          checked={wanted ?? isOn}
          onChange={({ currentTarget }) => change(currentTarget.checked)}
        />
        <div>
          <label htmlFor={id} className="font-medium">
            Morning reminder
          </label>
          <p className="text-soft">We'll email you in the morning when checks are due</p>
        </div>
      </div>
      {updating.isError && <Notice tone="bad">{describeError(updating.error)}</Notice>}
      {isOn && !user.emailConfirmed && (
        <ConfirmEmail tone="warn" action="Send again">
          Confirm your address: we sent a link to <bdi>{user.email}</bdi>
        </ConfirmEmail>
      )}
    </div>
  );
}
