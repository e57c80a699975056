import { ExternalLink, QrCode as QrIcon } from 'lucide-react';
import { useId, useState } from 'react';
import { downloadUrl } from '../api/call.js';
import { useFormats } from '../shell/account.js';
import { Button, buttonClass } from '../ui/button.js';
import { Chip } from '../ui/chip.js';
import { CopyField } from '../ui/fields/copy-field.js';
import { QrCode } from '../ui/qr-code.js';
import { describeEnd, describeLimit, describeViews, endOf } from './describe-share.js';
import type { ExternalShare } from './record.js';
import { useShareDisabling } from './share-changes.js';

interface ShareCardProps {
  readonly share: ExternalShare;
  /** Was just created, and gets the focus. */
  readonly isNew: boolean;
  readonly onOpen: (what: 'change' | 'end') => void;
}

/** A shared link: its address and QR code, its limits, and its actions. */
export function ShareCard({ share, isNew, onOpen }: ShareCardProps) {
  const { time } = useFormats();
  const { isBusy, turn } = useShareDisabling(share);
  const [hasCode, setCode] = useState(false);
  const codeId = useId();
  const { url, isActive, switchedOffByAdmin, createdAt } = share;
  const named = <span className="sr-only"> the link of {time(createdAt)}</span>;
  const ofLink = <span className="sr-only"> of the link of {time(createdAt)}</span>;
  return (
    <li className="flex flex-col gap-2 rounded-md border border-line p-3">
      <CopyField label={isNew ? 'Link created' : `Link of ${time(createdAt)}`} text={url} autoFocus={isNew} />
      <ShareFacts share={share} />
      {switchedOffByAdmin && <p className="text-soft">Only an administrator can enable it again.</p>}
      <div className="flex flex-wrap gap-2">
        {endOf(share) === undefined && (
          <a href={url} target="_blank" rel="noreferrer" className={buttonClass()}>
            <ExternalLink size={15} aria-hidden /> Preview as a visitor{ofLink}
          </a>
        )}
        <Button aria-expanded={hasCode} aria-controls={codeId} onClick={() => setCode(!hasCode)}>
          <QrIcon size={15} aria-hidden /> QR code{ofLink}
        </Button>
        <Button onClick={() => onOpen('change')}>Edit…{named}</Button>
        {!switchedOffByAdmin && (
          <Button disabled={isBusy} onClick={turn}>
            {isActive ? 'Disable' : 'Enable'}
            {named}
          </Button>
        )}
        <Button kind="danger" onClick={() => onOpen('end')}>
          End link…{named}
        </Button>
      </div>
      {hasCode && (
        <div id={codeId}>
          <QrCode
            name="shared-link"
            leadsTo="the shared link"
            fileOf={(format) => downloadUrl('external_shares.get_qr', { shareId: share.id, format })}
          />
        </div>
      )}
    </li>
  );
}

function ShareFacts({ share }: { readonly share: ExternalShare }) {
  const formats = useFormats();
  const end = endOf(share);
  const until = describeEnd(share, formats);
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      {end !== undefined && <Chip tone="warn">{end}</Chip>}
      {share.hasPassword && <Chip>Password</Chip>}
      <span>{describeViews(share, formats)}</span>
      <span className="text-soft">{describeLimit(share, formats)}</span>
      <span className="text-soft">{until === undefined ? 'no expiry' : `until ${until}`}</span>
    </p>
  );
}
