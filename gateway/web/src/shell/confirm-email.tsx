import type { ReactNode } from 'react';
import { describeError } from '../api/api-error.js';
import { useChange, useOperation } from '../api/queries.js';
import { Button, type ButtonProps } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { showError, showToast } from '../ui/toasts.js';
import { useSignedIn } from './account.js';

/** Whether this installation sends email; false while that is unknown. */
export function useSendsMail(): boolean {
  return useOperation('public.get_config', {}).data?.features.mail === true;
}

/** Whether the user can confirm the account's email: mail is configured, and the email is not confirmed yet. */
export function useCanConfirmEmail(): boolean {
  const { user } = useSignedIn();
  const sendsMail = useSendsMail();
  return sendsMail && !user.emailConfirmed;
}

/** Mails the link that confirms the account's email. */
export function ConfirmEmailButton(props: Omit<ButtonProps, 'disabled' | 'onClick'>) {
  const sending = useChange('auth.request_address_confirmation');
  const send = (): void => {
    sending
      .mutateAsync({ input: {} })
      .then(() => showToast('Link sent'))
      .catch((error: unknown) => showError(describeError(error)));
  };
  return <Button disabled={sending.isPending} onClick={send} {...props} />;
}

interface ConfirmEmailProps {
  readonly tone?: 'warn' | 'plain';
  /** The button's label. */
  readonly action: string;
  readonly children: ReactNode;
}

/** Says what needs a confirmed email, with a button that mails the link. */
export function ConfirmEmail({ tone = 'plain', action, children }: ConfirmEmailProps) {
  return (
    <Notice tone={tone}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
        <ConfirmEmailButton>{action}</ConfirmEmailButton>
      </div>
    </Notice>
  );
}

/** Why invitations may be missing, for users whose email is not confirmed. */
export function UnseenInvitations({ className }: { readonly className: string }) {
  const { user } = useSignedIn();
  if (!useCanConfirmEmail()) return null;
  return (
    <div className={className}>
      <ConfirmEmail action="Send link">
        Confirm your email to see invitations sent to <bdi>{user.email}</bdi>
      </ConfirmEmail>
    </div>
  );
}
