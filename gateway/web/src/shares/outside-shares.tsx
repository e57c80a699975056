import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../api/queries.js';
import { useSignedIn } from '../shell/account.js';
import { Button } from '../ui/button.js';
import { Chip } from '../ui/chip.js';
import { copyAndSay, CopyField } from '../ui/copy-field.js';
import { PageError } from '../ui/page-error.js';
import { TEXT_LINK } from '../ui/text-link.js';
import { describeEnd, describeViews, endOf } from './describe-share.js';
import { EditShareDialog } from './edit-share-dialog.js';
import { OutsideShareForm } from './outside-share-form.js';
import type { OutsideShare, SharedRecord } from './record.js';

/** The links for people outside that lead to a record, and making one. */
export function OutsideShares({ record }: { readonly record: SharedRecord }) {
  const [made, setMade] = useState<OutsideShare>();
  const [isMaking, setMaking] = useState(false);
  const [changing, setChanging] = useState<OutsideShare>();
  const shares = useList('external_shares.list', { entityId: record.entityId });
  return (
    <section aria-labelledby="outside">
      <h3 id="outside" className="mb-1 font-semibold">
        Public link
      </h3>
      <p className="mb-2 text-soft">Anyone with the link can see what you choose. No account needed.</p>
      {shares.isError && <PageError error={shares.error} />}
      {made && (
        <div className="mb-3 flex flex-col gap-2">
          <CopyField label="Link created" text={made.url} />
          <a href={made.url} target="_blank" rel="noreferrer" className={`${TEXT_LINK} w-fit`}>
            Preview as a visitor
          </a>
        </div>
      )}
      {shares.items.length > 0 && (
        <ul className="mb-3 rounded-md border border-line">
          {shares.items.map((share) => (
            <ShareLine key={share.id} share={share} onChange={() => setChanging(share)} />
          ))}
        </ul>
      )}
      {isMaking ? (
        <div className="rounded-md border border-line p-3">
          <OutsideShareForm record={record} onMade={setMade} onClose={() => setMaking(false)} />
        </div>
      ) : (
        <Button onClick={() => setMaking(true)}>Create link…</Button>
      )}
      {changing && <EditShareDialog share={changing} onClose={() => setChanging(undefined)} />}
    </section>
  );
}

function ShareLine({ share, onChange }: { readonly share: OutsideShare; readonly onChange: () => void }) {
  const { formats } = useSignedIn();
  const end = endOf(share);
  const until = describeEnd(share, formats);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line px-3 py-1.5 last:border-b-0">
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <span>{describeViews(share, formats)}</span>
        <span className="text-soft">{until === undefined ? 'no expiry' : `until ${until}`}</span>
        {share.hasPassword && <Chip>password</Chip>}
        {end !== undefined && <Chip tone="warn">{end}</Chip>}
      </span>
      <span className="flex">
        <Button kind="quiet" onClick={onChange}>
          Change…<span className="sr-only"> the link of {formats.time(share.createdAt)}</span>
        </Button>
        <Button kind="quiet" onClick={() => void copyAndSay(share.url)}>
          <Copy size={15} aria-hidden /> Copy
          <span className="sr-only"> the link of {formats.time(share.createdAt)}</span>
        </Button>
      </span>
    </li>
  );
}
