import { Button } from '../ui/button.js';
import { CopyField } from '../ui/fields/copy-field.js';

/** An invitation that was just created. */
export interface Invited {
  readonly email: string;
  readonly link: string;
  /** Whether the link was mailed too. */
  readonly isMailed: boolean;
  /** Whether it replaces an earlier link. */
  readonly isRenewed?: true;
}

export function titleOf({ isMailed }: Invited): string {
  return isMailed ? 'Invitation sent' : 'Share this invite link';
}

interface InvitationLinkProps {
  readonly invited: Invited;
  readonly onClose: () => void;
}

/** Whether a mail goes out, and the link of the invitation, which is shown once. */
export function InvitationLink({ invited, onClose }: InvitationLinkProps) {
  const { email, link, isMailed, isRenewed } = invited;
  return (
    <div className="flex flex-col gap-4">
      {isMailed && (
        <p className="[overflow-wrap:anywhere]">
          Sent to <bdi className="font-medium">{email}</bdi>. You can share the link yourself, too.
        </p>
      )}
      <p>
        Anyone with the link can join the team within 14 days. Copy it now. You won't see it again.
        {isRenewed && ' Earlier links no longer work.'}
      </p>
      <CopyField label="Invite link" text={link} autoFocus={!isMailed} isSecondary={isMailed} />
      <div className="flex justify-end">
        <Button {...(isMailed && { kind: 'primary' as const, autoFocus: true })} onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
