import { useState } from 'react';
import type { Input } from '../api/operations.js';
import { useChange, useOperation } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialogs/dialog.js';
import { TextArea } from '../ui/fields/field.js';
import { RecordForm } from '../ui/fields/record-form.js';
import { textOf } from '../ui/parsing/form-text.js';
import { showToast } from '../ui/toasts.js';
import { Locked } from './locked.js';

interface AskAccessProps {
  readonly scope: Input<'access_requests.create'>['scope'];
  readonly ownerId: string;
  readonly ownerName: string;
  readonly entityId: string;
  /** The name of the hidden value, such as "the revenue". */
  readonly what: string;
}

/** A hidden value that its owner may show on request. */
export function AskAccess(props: AskAccessProps) {
  const { entityId, scope } = props;
  const formats = useFormats();
  const [isAsking, setAsking] = useState(false);
  const asked = useOperation('access_requests.list', { asOwner: false, status: 'pending', limit: 200 });
  const waiting = asked.data?.items.find((request) => request.entityId === entityId && request.scope === scope);
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Locked />
      {waiting && <span className="text-soft">Requested {formats.day(formats.dayOf(waiting.createdAt))}</span>}
      {asked.isSuccess && !waiting && <Button onClick={() => setAsking(true)}>Request access</Button>}
      {isAsking && <AskDialog {...props} onClose={() => setAsking(false)} />}
    </span>
  );
}

function AskDialog({ what, ownerName, onClose, ...request }: AskAccessProps & { readonly onClose: () => void }) {
  const create = useChange('access_requests.create');
  const { scope, ownerId, entityId } = request;
  return (
    <Dialog title={`Request access to see ${what}`} isOpen onClose={onClose}>
      <RecordForm
        action="Request access"
        fields={['reason']}
        onCancel={onClose}
        submit={async (form) => {
          await create.mutateAsync({ input: { scope, ownerId, entityId, reason: textOf(form, 'reason') } });
          showToast(`Request sent to ${ownerName}`);
          onClose();
        }}
      >
        {(errorAt) => (
          <TextArea
            label="Reason"
            name="reason"
            rows={3}
            required
            maxLength={1_000}
            hint={`${ownerName} can grant access, optionally until a date.`}
            error={errorAt('reason')}
          />
        )}
      </RecordForm>
    </Dialog>
  );
}
