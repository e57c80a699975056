import { seekUrl } from '../candidates/video-address.js';
import type { VerificationLink, VerificationRow } from '../schemas/verification-row.js';
import type { PriorRow } from './prior-rows.js';

/** The parts of a row that have links. */
type Linked = Pick<
  VerificationRow,
  'sourceVideoUrl' | 'screenshotId' | 'screenshotLink' | 'observedPromoAtSeconds' | 'suggestedSeekSeconds'
>;

/** Creates links for verifying the row: the video, the picture, the second, and existing records. */
export function verificationLinks(
  row: Linked,
  platform: string | null,
  existing: PriorRow | null,
  writeGateState: VerificationLink['writeGateState'],
): VerificationLink[] {
  const { sourceVideoUrl, screenshotId, screenshotLink } = row;
  const seconds = row.observedPromoAtSeconds ?? row.suggestedSeekSeconds;
  const isSecond = seconds !== null && seconds >= 0 && Number.isFinite(seconds);
  const seek = sourceVideoUrl !== null && isSecond ? seekUrl(sourceVideoUrl, platform, seconds) : null;
  const links = [
    { kind: 'source_video', label: 'Source video', url: sourceVideoUrl },
    { kind: 'screenshot', label: 'Screenshot', url: screenshotLink },
    { kind: 'seek', label: 'Video at the second to review', url: seek },
    { kind: 'existing_row', label: 'Existing row', url: existing && existingPath(existing) },
  ] as const;
  return links.flatMap(({ url, ...link }) =>
    url === null ? [] : [{ ...link, url, sourceVideoUrl, screenshotId, screenshotLink, writeGateState }],
  );
}

function existingPath({ kind, id, dealId }: PriorRow): string | null {
  if (kind === 'view_log')
    return id === null ? null : `/api/deals/view-logs?scope=mine-and-shared&logId=${encodeURIComponent(id)}`;
  return dealId === null ? null : `/api/deals/${encodeURIComponent(dealId)}/videos`;
}
